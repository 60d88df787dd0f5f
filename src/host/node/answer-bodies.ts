// Writes the bodies of answers as their clients read them, holds equal ones once, and decides which client reads too little to be waited for.

import type { RealTime } from '../../base/time/real-time.ts'
import { realTime } from '../../base/time/real-time.ts'

/** What an answer of either version of HTTP needs to have for this. */
export interface Sink {
  write(bytes: Uint8Array): boolean
  end(bytes: Uint8Array, done: () => void): unknown
  destroy(): unknown
  on(event: 'drain' | 'close', listener: () => void): unknown
  off(event: 'drain' | 'close', listener: () => void): unknown
  /** Null while an answer waits for those before it on its connection. */
  readonly socket: unknown
}

/** Bytes to write at once, and to have a client read before the next ones. Shorter bodies are not compared with each other. */
const piece = 262_144

interface Limits {
  /** Bytes that all bodies may hold together; above, clients wait for a second only. */
  readonly most: number
  /** Milliseconds to wait for a client that reads nothing. */
  readonly patience: number
}

const defaultLimits: Limits = { most: 200_000_000, patience: 60_000 }

/** Milliseconds between two looks at a client that reads nothing. */
const lookEvery = 1000

export class AnswerBodies {
  /** Each with the count of the answers that have still to send it. */
  readonly #answers = new Map<Uint8Array, number>()
  readonly #time: RealTime
  readonly #limits: Limits
  readonly #waiting: (() => void)[] = []
  #held = 0

  constructor(time: RealTime = realTime, limits: Limits = defaultLimits) {
    this.#time = time
    this.#limits = limits
  }

  /** Bytes of bodies that are still to be sent. */
  get held(): number {
    return this.#held
  }

  /** Resolves as soon as bodies do not hold too much. */
  untilRoom(): Promise<void> {
    return this.#held <= this.#limits.most ? Promise.resolve() : new Promise((resolve) => this.#waiting.push(resolve))
  }

  /** Resolves when the body is sent, or its client is gone or cut off. */
  send(sink: Sink, given: Uint8Array): Promise<void> {
    // A function that waits would keep the given bytes.
    return this.#write(sink, this.#take(given))
  }

  async #write(sink: Sink, bytes: Uint8Array): Promise<void> {
    try {
      let from = 0
      for (; from + piece < bytes.length; from += piece)
        if (!sink.write(bytes.subarray(from, from + piece)) && !(await this.#drained(sink))) return
      await this.#progress(sink, (done) => void sink.end(bytes.subarray(from), done))
    } finally {
      this.#leave(bytes)
    }
  }

  /** @returns the same bytes, or those of an equal body that another client is about to read. */
  #take(given: Uint8Array): Uint8Array {
    const same = given.length < piece ? undefined : [...this.#answers.keys()].find((other) => isEqual(other, given))
    const bytes = same ?? given
    if (!same) this.#held += bytes.length
    this.#answers.set(bytes, (this.#answers.get(bytes) ?? 0) + 1)
    return bytes
  }

  #leave(bytes: Uint8Array): void {
    const left = this.#answers.get(bytes)! - 1
    if (left > 0) return void this.#answers.set(bytes, left)
    this.#answers.delete(bytes)
    this.#held -= bytes.length
    if (this.#held <= this.#limits.most) for (const resolve of this.#waiting.splice(0)) resolve()
  }

  #drained(sink: Sink): Promise<boolean> {
    let drained: () => void
    return this.#progress(sink, (done) => sink.on('drain', (drained = done))).finally(() => sink.off('drain', drained))
  }

  /** @returns whether the client has read; false if it is gone, or was cut off because it reads nothing. */
  #progress(sink: Sink, listen: (done: () => void) => void): Promise<boolean> {
    return new Promise((resolve) => {
      let waited = 0
      let cancel = this.#time.after(lookEvery, look, { background: true })
      const settle = (hasRead: boolean): void => {
        cancel()
        sink.off('close', gone)
        resolve(hasRead)
      }
      const gone = (): void => settle(false)
      const limits = this.#limits
      const isTooMuch = (): boolean => this.#held > limits.most
      const again = (): void => void (cancel = this.#time.after(lookEvery, look, { background: true }))
      function look(): void {
        // It is the turn of the answers before it, for example a long poll.
        if (sink.socket === null) return again()
        waited += lookEvery
        if (waited < limits.patience && !isTooMuch()) return again()
        settle(false)
        sink.destroy()
      }
      sink.on('close', gone)
      listen(() => settle(true))
    })
  }
}

const isEqual = (one: Uint8Array, other: Uint8Array): boolean =>
  one === other || (one.length === other.length && Buffer.compare(one, other) === 0)
