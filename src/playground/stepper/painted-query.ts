// Keeps the query that was run ready to be shown: painted once, and its handlers found once the parser is there.

import type { Piece } from '../editor/paint.ts'
import type { LineRange } from './handler-places.ts'
import { paintedLines } from './query-view.ts'

export class PaintedQuery {
  readonly #onChange: () => void
  #query: string | undefined
  lines: readonly (readonly Piece[])[] = []
  #places: ReadonlyMap<string, LineRange> = new Map()

  /** @param onChange called when the handlers' places are known. */
  constructor(onChange: () => void) {
    this.#onChange = onChange
  }

  /** @param name of a handler, or of a function of the language that is given one. */
  placeOf(name: string | undefined): LineRange | undefined {
    return name === undefined ? undefined : this.#places.get(name)
  }

  paint(query: string): void {
    if (query === this.#query) return
    this.#query = query
    this.lines = paintedLines(query)
    this.#places = new Map()
    // The parser is the editor's: where that is not needed yet, the steps do not wait for it.
    void import('./handler-places.ts').then(({ handlerPlaces }) => {
      if (query !== this.#query) return
      this.#places = handlerPlaces(query)
      this.#onChange()
    })
  }
}
