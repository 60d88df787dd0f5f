// Waits: the only timer of the elements. A new wait ends the one before.

export class Pause {
  #timer: ReturnType<typeof setTimeout> | undefined

  get isUnderWay(): boolean {
    return this.#timer !== undefined
  }

  /** Does the work after the time, in milliseconds, unless the pause ends or begins anew before. */
  begin(milliseconds: number, work: () => void): void {
    this.end()
    this.#timer = setTimeout(() => {
      this.#timer = undefined
      work()
    }, milliseconds)
  }

  /** Forgets the work. */
  end(): void {
    clearTimeout(this.#timer)
    this.#timer = undefined
  }
}

/** Resolves after the time, in milliseconds. */
export const rest = (milliseconds: number): Promise<void> => new Promise((resolve) => new Pause().begin(milliseconds, resolve))
