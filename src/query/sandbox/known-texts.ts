// Decides which partitions' texts must be loaded: those that an engine asks for, and that no engine of the query was given before.

import type { PartitionTexts, StatesByPartition } from '../query.ts'

/** What `take` returns where the engine waits for none. */
export const noTexts = '[]'

/** Keeps the last texts of all partitions of a query, so that a new engine can go on with them. */
export class KnownTexts {
  /** Undefined for a partition that had no texts when it was loaded, and has not changed since. */
  readonly #texts = new Map<string, PartitionTexts | undefined>()
  /** The partitions without a state that wait for their catalogue entries. */
  readonly #unlisted = new Set<string>()
  /** The partitions that the engine waits for. */
  #asked: string[] = []

  /** @param partitions that the engine asks for. */
  ask(partitions: readonly string[]): void {
    this.#asked.push(...partitions)
  }

  /** @returns the partitions to load. */
  missing(): string[] {
    return this.#asked.filter((name) => !this.#texts.has(name))
  }

  /** Whether the engine waits for texts. */
  get areAwaited(): boolean {
    return this.#asked.length > 0
  }

  /** @param loaded texts of the missing partitions; one that is absent has none. */
  supply(loaded: StatesByPartition): void {
    for (const name of this.missing()) this.#texts.set(name, loaded.get(name))
  }

  /** @returns the texts that the engine waits for, as it takes them, and stops waiting. */
  take(): string {
    const asked = this.#asked
    this.#asked = []
    return JSON.stringify(
      asked.flatMap((name) => {
        const texts = this.#texts.get(name)
        return texts ? [name, this.#unlisted.has(name) ? null : texts.state, texts.result ?? null] : []
      }),
    )
  }

  /** @param unlisted those of them that wait for their catalogue entries. */
  change(states: StatesByPartition, unlisted: readonly string[]): void {
    for (const [name, { state, result }] of states) {
      this.#texts.set(name, { state, result })
      this.#unlisted.delete(name)
    }
    for (const name of unlisted) this.#unlisted.add(name)
  }

  /** A new engine asks for everything anew. */
  startAnew(): void {
    this.#asked = []
  }
}
