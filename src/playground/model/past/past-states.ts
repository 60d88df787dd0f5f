// Keeps the states of one projection behind every event of a traced run, and tells those of any moment.

import type { TraceStep } from '../../../engine/observe/trace.ts'
import { TextTrail } from '../trace/text-trail.ts'
import { lastAtMost } from '../../../base/sorted.ts'

/** A handled event. Texts are versions in the trail. */
interface Moment {
  readonly position: number
  readonly partition: string
  readonly partitions: number
  readonly before: number
  readonly after: number
  readonly shared: number | undefined
}

/** What a projection knew at a position of the log. */
export type PastState = ReturnType<PastStates['at']>

export class PastStates {
  readonly #trail = new TextTrail()
  readonly #moments: Moment[] = []
  readonly #partitions = new Set<string>()
  #end: { readonly position: number; readonly reason: string } | undefined

  /** Number of characters kept. */
  get size(): number {
    return this.#trail.size
  }

  /** Adds the next step of the run. */
  add(step: TraceStep): void {
    const { partition, skipped, state, shared, fault } = step
    const position = Math.max(placeOf(step), this.#moments.at(-1)?.position ?? 0)
    if (fault) this.end(position, fault.message)
    if (partition === undefined || skipped !== undefined || this.#end) return
    if (partition !== '') this.#partitions.add(partition)
    this.#moments.push({
      position,
      partition,
      partitions: this.#partitions.size,
      before: this.#trail.add(partition, state.before),
      after: this.#trail.add(partition, state.after),
      shared: shared && this.#trail.add('shared state', shared.after),
    })
  }

  /** Nothing is known from a position on; the first reason counts. */
  end(position: number, reason: string): void {
    this.#end ??= { position, reason }
  }

  /** The state after everything at or below a position of the log. */
  at(position: number) {
    const handled = lastAtMost(this.#moments, position, (moment) => moment.position) + 1
    const moment = this.#moments[handled - 1]
    const fault = this.#end && this.#end.position <= position ? this.#end.reason : undefined
    const { partition, partitions = 0 } = moment ?? {}
    return {
      /** Events that it had handled. */
      handled,
      /** Partitions that had a state, without that of an unpartitioned query. */
      partitions,
      /** The partition of the last handled event; undefined before the first. */
      partition,
      /** Texts of that partition's state before and after that event; empty where there is none. */
      before: moment ? this.#trail.read(moment.before) : '',
      after: moment ? this.#trail.read(moment.after) : '',
      /** What partitions share; undefined where the query has no such state. */
      shared: moment?.shared === undefined ? undefined : this.#trail.read(moment.shared),
      /** Whether the event at the position is the one that it handled last. */
      isNow: moment?.position === position,
      /** Why it had ended, if it had. */
      fault,
    }
  }
}

/**
 * Where in the log a projection met an event: at the link that led to it. Index streams only repeat the log, so that events read through
 * them keep their own place.
 */
export const placeOf = ({ event, link }: Pick<TraceStep, 'event' | 'link'>): number =>
  link && !link.stream.startsWith('$') ? link.position : event.position
