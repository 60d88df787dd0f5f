// Writes the notes beside the lines of the traced query; its parser comes with the editor, and steps do not wait for it.

import type { TraceStep } from '../../../engine/observe/trace.ts'
import type { LineRange } from '../../language/handler-places.ts'
import type { QueryPaths } from '../../language/query-paths.ts'
import type { StepLines } from './line-notes.ts'
import { noLines, stepLines } from './line-notes.ts'
import { placeInQuery } from './step-texts.ts'

interface ParsedQuery {
  readonly query: string
  readonly places: ReadonlyMap<string, LineRange>
  readonly paths: QueryPaths
}

export class QueryNotes {
  readonly #onParsed: () => void
  #wanted: string | undefined
  #parsed: ParsedQuery | undefined
  #last: { readonly step: TraceStep; readonly parsed: ParsedQuery; readonly lines: StepLines } | undefined

  /** @param onParsed called when notes can be written about the query. */
  constructor(onParsed: () => void) {
    this.#onParsed = onParsed
  }

  parse(query: string): void {
    this.#wanted = query
    if (query === this.#parsed?.query) return
    void Promise.all([import('../../language/handler-places.ts'), import('../../language/query-paths.ts')]).then(
      ([{ handlerPlaces }, { queryPaths }]) => {
        if (query !== this.#wanted || query === this.#parsed?.query) return
        this.#parsed = { query, places: handlerPlaces(query), paths: queryPaths(query) }
        this.#onParsed()
      },
    )
  }

  /** The same lines for the same step. */
  at(step: TraceStep | undefined): StepLines {
    const parsed = this.#parsed?.query === this.#wanted ? this.#parsed : undefined
    if (!step || !parsed) return noLines
    if (this.#last?.step === step && this.#last.parsed === parsed) return this.#last.lines
    const name = placeInQuery(step)
    const lines = stepLines(step, parsed.paths, name === undefined ? undefined : parsed.places.get(name))
    this.#last = { step, parsed, lines }
    return lines
  }
}
