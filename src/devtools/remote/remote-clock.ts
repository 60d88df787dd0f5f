// The clock of a served store: shown as last told, and moved at once here and soon there; refused here what any clock refuses.

import type { FreezableClock } from '../../engine/clock/clock.ts'
import { readStep } from '../../engine/clock/clock.ts'
import { readTime } from '../../engine/clock/repeatable-environment.ts'
import type { ControlClient } from './control-client.ts'

interface PrintedClock {
  readonly now: string
  readonly frozen: boolean
}

export class RemoteClock implements FreezableClock {
  readonly #control: ControlClient
  #time = Date.now()
  #isFrozen = false
  /** Of the page's own clock, when the time was so. */
  #read = performance.now()

  constructor(control: ControlClient) {
    this.#control = control
  }

  readonly now = (): number => (this.#isFrozen ? this.#time : this.#time + performance.now() - this.#read)

  readonly isFrozen = (): boolean => this.#isFrozen

  readonly advance = (milliseconds: number): void => {
    const now = this.now()
    this.#show({ time: now + readStep(milliseconds, now), isFrozen: this.#isFrozen })
    this.#ask('advance', { milliseconds })
  }

  readonly advanceTo = (time: Date | string | number): void => {
    const wanted = readTime(time)
    const now = this.now()
    this.#show({ time: now + readStep(wanted - now, now), isFrozen: this.#isFrozen })
    this.#ask('set', { now: new Date(wanted).toISOString() })
  }

  readonly freeze = (): void => this.#stand(true)
  readonly resume = (): void => this.#stand(false)

  #stand(isFrozen: boolean): void {
    this.#show({ time: this.now(), isFrozen })
    this.#ask(isFrozen ? 'freeze' : 'resume')
  }

  async refresh(): Promise<void> {
    this.#take(await this.#control.get<PrintedClock>('/clock'))
  }

  #ask(what: 'advance' | 'set' | 'freeze' | 'resume', body?: object): void {
    const asked = this.#control.send<PrintedClock>('POST', `/clock/${what}`, body).then((told) => this.#take(told))
    // A clock that cannot do that shows its own time again.
    void asked.catch(() => this.refresh().catch(() => undefined))
  }

  #take({ now, frozen }: PrintedClock): void {
    this.#show({ time: Date.parse(now), isFrozen: frozen })
  }

  #show({ time, isFrozen }: { readonly time: number; readonly isFrozen: boolean }): void {
    this.#time = time
    this.#isFrozen = isFrozen
    this.#read = performance.now()
  }
}
