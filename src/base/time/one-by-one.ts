// Lets pieces of work run one after the other, in the order in which they ask.

export class OneByOne {
  /** Settled once the newest piece of work has ended. */
  ended = Promise.resolve()

  /** Waits for the end of all earlier ones. @returns a function that ends this one. */
  async take(): Promise<() => void> {
    const { promise, resolve } = Promise.withResolvers<void>()
    const before = this.ended
    this.ended = promise
    await before
    return resolve
  }

  /** Does the work once all earlier pieces have ended. */
  async run<T>(work: () => Promise<T>): Promise<T> {
    const end = await this.take()
    try {
      return await work()
    } finally {
      end()
    }
  }
}
