// Tells listeners of changes, once per task; those that draw fuller views may skip some, but never the last.

import { Pause } from '../../kit/pause.ts'

/** Milliseconds between two of the fuller views while a reader drags the slider: it follows the hand itself. */
const viewEvery = 80

export class News {
  readonly #listeners = { each: new Set<() => void>(), some: new Set<() => void>() }
  readonly #pause = new Pause()
  #viewed = 0
  #isTold = false

  /**
   * @param often `some`: in quick succession only some changes, and always the last one.
   * @returns a function that ends the subscription.
   */
  subscribe(listener: () => void, often: 'each' | 'some'): () => void {
    this.#listeners[often].add(listener)
    return () => this.#listeners[often].delete(listener)
  }

  readonly tell = (): void => {
    if (this.#isTold) return
    this.#isTold = true
    queueMicrotask(() => {
      this.#isTold = false
      for (const listener of this.#listeners.each) listener()
      this.#tellSome()
    })
  }

  #tellSome(): void {
    const wait = this.#viewed + viewEvery - performance.now()
    if (wait > 0) return this.#pause.begin(wait, () => this.#tellSome())
    this.#pause.end()
    for (const listener of this.#listeners.some) listener()
    // From the end of the work: a slow machine gets its pauses too.
    requestAnimationFrame(() => {
      this.#viewed = performance.now()
    })
    this.#viewed = performance.now()
  }
}
