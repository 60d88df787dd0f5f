// Shares the targets of new links among the runners of a tab: one event is in the sources of many projections.

import type { Position, RecordedEvent } from '../../../base/events/events.ts'
import { contentOf } from '../../../base/events/events.ts'
import type { Storage } from '../../../storage/storage.ts'
import type { Resolution } from '../delivery.ts'
import { resolveThen } from './link-targets.ts'

/** A link as the live reader meets it. */
export interface NewLink {
  /** The same object for all runners. */
  readonly record: RecordedEvent
  /** Position of the last event in the link's append: all of it is there when the link is read. */
  readonly end: Position
}

/** Links that one runner resolved, and their targets in this order. */
interface Shared {
  readonly end: Position
  readonly found: Promise<readonly Resolution[]>
  readonly index: number
}

/** Characters and bytes of a target on average: the newest thousand links may keep theirs. Larger ones are read again. */
const mostOfTarget = 10_000
/** The same of all that one runner resolved at once: so may the links of some pages of the log. */
const mostOfAll = 1_000_000

export class SharedTargets {
  /** Gone with their records, which are forgotten when events are dropped. */
  readonly #shared = new WeakMap<RecordedEvent, Shared>()

  /** Resolves links as `resolveThen` does, in one transaction for those that no runner has met. */
  async resolve(storage: Pick<Storage, 'read'>, links: readonly NewLink[]): Promise<readonly Resolution[]> {
    const unknown = links.filter(({ record, end }) => this.#shared.get(record)?.end !== end)
    if (unknown.length > 0) this.#share(storage, unknown)
    const shared = links.map(({ record }) => this.#shared.get(record)!)
    const readings = [...new Set(shared.map(({ found }) => found))]
    const found = new Map((await Promise.all(readings)).map((targets, index) => [readings[index]!, targets]))
    return shared.map(({ found: reading, index }) => found.get(reading)![index]!)
  }

  #share(storage: Pick<Storage, 'read'>, links: readonly NewLink[]): void {
    const records = links.map(({ record, end }) => ({ ...record, position: end }))
    const found = storage.read((tx) => resolveThen(tx, records))
    for (const [index, { record, end }] of links.entries()) this.#shared.set(record, { end, found, index })
    const forget = (): void => {
      for (const { record } of links) if (this.#shared.get(record)?.found === found) this.#shared.delete(record)
    }
    found.then((targets) => {
      if (contentOfTargets(targets) > Math.min(mostOfTarget * links.length, mostOfAll)) forget()
    }, forget)
  }
}

const contentOfTargets = (targets: readonly Resolution[]): number =>
  targets.reduce((sum, target) => sum + (target.kind === 'event' ? contentOf(target.event) : 0), 0)
