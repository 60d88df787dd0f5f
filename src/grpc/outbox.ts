// Hands messages from the parts of a method that make them to the one that answers.

import type { GrpcStatus } from './status.ts'

/** Items in order, until a status ends them. Each side may come first. */
export class Outbox<Item> {
  #items: Item[] = []
  #status: GrpcStatus | undefined
  #wake: (() => void) | undefined

  /** How many wait. */
  get size(): number {
    return this.#items.length
  }

  /** Ignored once the box has ended. */
  push(...items: readonly Item[]): void {
    if (this.#status) return
    this.#items.push(...items)
    this.#wake?.()
  }

  /** Ends behind the items that are there; the first end counts. */
  end(status: GrpcStatus): void {
    this.#status ??= status
    this.#wake?.()
  }

  /** Yields all items that are ready together. */
  async *batches(): AsyncGenerator<readonly Item[], GrpcStatus, undefined> {
    for (;;) {
      if (this.#items.length > 0) {
        const items = this.#items
        this.#items = []
        yield items
      } else if (this.#status) return this.#status
      else await new Promise<void>((resolve) => (this.#wake = resolve))
    }
  }
}
