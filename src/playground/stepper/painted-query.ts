// Prepares the traced query for display: paints it once, and finds its handlers when the parser is loaded.

import type { Piece } from '../editor/paint.ts'
import type { LineRange } from './handler-places.ts'
import { paintedLines } from './query-view.ts'

export class PaintedQuery {
  readonly #onChange: () => void
  #query: string | undefined
  lines: readonly (readonly Piece[])[] = []
  #places: ReadonlyMap<string, LineRange> = new Map()

  /** @param onChange called when the handlers are found. */
  constructor(onChange: () => void) {
    this.#onChange = onChange
  }

  /** @param name of a handler, or of a language function that takes one. */
  placeOf(name: string | undefined): LineRange | undefined {
    return name === undefined ? undefined : this.#places.get(name)
  }

  paint(query: string): void {
    if (query === this.#query) return
    this.#query = query
    this.lines = paintedLines(query)
    this.#places = new Map()
    // The parser comes with the editor; the steps do not wait for it.
    void import('./handler-places.ts').then(({ handlerPlaces }) => {
      if (query !== this.#query) return
      this.#places = handlerPlaces(query)
      this.#onChange()
    })
  }
}
