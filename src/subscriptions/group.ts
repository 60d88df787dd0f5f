// The state of one group of consumers: what is read ahead, delivered, handed back and counted (server-http §10).

import type { EventPlace } from '../base/events.ts'
import type { GroupConfiguration } from './configuration.ts'

/** A message on its way to or from a consumer; the event itself stays in its stream. */
export interface Message {
  /** Number of the original event: in the subscribed stream, or in the parked stream where it is replayed from there. */
  readonly number: number
  /**
   * Where the link leads that the original event is, as of the time it was read; `missing` where nothing was there to read.
   * Absent where links are not resolved or the event is none.
   */
  readonly target?: EventPlace | 'missing'
  /** Comes from the parked stream. */
  readonly replayed?: true
  /** How often it was handed back or timed out. */
  readonly retries: number
  /** Given at the first delivery; replayed messages never get one, so that they hold no checkpoint back. */
  readonly turn?: Turn
}

/** The place of a message in the order of first deliveries. */
export interface Turn {
  /** 0, 1, 2 … */
  readonly sequence: number
  /** Number of the event delivered before it, which is the checkpoint as long as this one is not done. */
  readonly previous?: number
}

/** A message that a consumer has and has not answered yet. */
export interface OutstandingMessage extends Message {
  /** Id of the original event, by which consumers name the message. */
  readonly id: string
  /** When it times out, in milliseconds since 1970. */
  readonly due: number
}

/** How far the group has read its stream. */
export interface ReadState {
  /** New events enter the buffer directly; else history is read when there is room. */
  readonly live: boolean
  /** A page is asked for and cannot be had: the stream is deleted for good, or ends before the live events are met. */
  readonly pending: boolean
  /** Where history is read on. */
  readonly next: number
  /** History at or before this number is never delivered: the checkpoint the group was built with. */
  readonly after?: number
  /** Number of the first event that was not yet noticed as it was written. */
  readonly unseen: number
  /** How many live events are remembered, at most `liveBufferSize`. */
  readonly remembered: number
  /** Those of them that found no room: delivered as soon as history has been read up to them. */
  readonly missed: readonly Message[]
}

/** How far everything is done. */
export interface Progress {
  /** Turn of the message that is delivered next for the first time. */
  readonly nextSequence: number
  /** Number of the event that had the last turn. */
  readonly lastDelivered?: number
  /** Turn up to which the last checkpoint reaches; -1 before the first. */
  readonly checkpointed: number
  /** Number of the event that the last checkpoint names. */
  readonly checkpoint?: number
  /** When it was written, in milliseconds since 1970. */
  readonly checkpointTime?: number
}

/** What statistics are computed from. */
export interface Counters {
  /** Deliveries, retries included. */
  readonly delivered: number
  /** Number of the last event read ahead or seen live. */
  readonly lastKnown?: number
  /** The last time somebody asked: when, and `delivered` as it was. */
  readonly measuredAt: number
  readonly measuredCount: number
}

export interface Group {
  readonly stream: string
  readonly name: string
  readonly configuration: GroupConfiguration
  readonly reading: ReadState
  /** Waiting for their first delivery, in stream order. */
  readonly waiting: readonly Message[]
  /** Waiting to be delivered again: by position, replayed ones where they were put. */
  readonly retries: readonly Message[]
  readonly outstanding: readonly OutstandingMessage[]
  readonly progress: Progress
  readonly counters: Counters
  /** The last tick of the clock that was taken into account, in milliseconds since 1970. */
  readonly ticked: number
}

export interface NewGroup {
  readonly stream: string
  readonly name: string
  readonly configuration: GroupConfiguration
  /** The number that the stream's next event will get. */
  readonly streamEnd: number
  /** Number of the event that the stored checkpoint names; it wins over `startFrom`. */
  readonly checkpoint?: number
  /** Milliseconds since 1970. */
  readonly now: number
}

/** A group as it is when it is created, updated or restarted: nothing read, nothing delivered (server-http §10.3). */
export function newGroup({ stream, name, configuration, streamEnd, checkpoint, now }: NewGroup): Group {
  const fromNow = checkpoint === undefined && configuration.startFrom === -1n
  const start = checkpoint ?? Number(configuration.startFrom < 0n ? 0n : configuration.startFrom)
  return {
    stream,
    name,
    configuration,
    reading: { live: fromNow, pending: false, next: start, after: checkpoint, unseen: streamEnd, remembered: 0, missed: [] },
    waiting: [],
    retries: [],
    outstanding: [],
    progress: checkpoint === undefined ? { nextSequence: 0, checkpointed: -1 } : progressAt(checkpoint),
    counters: { delivered: 0, measuredAt: now, measuredCount: 0 },
    ticked: tickBefore(now),
  }
}

/** The checkpoint counts as a first delivery that is done, so that later ones have something before them. */
const progressAt = (checkpoint: number): Progress => ({ nextSequence: 1, lastDelivered: checkpoint, checkpointed: 0, checkpoint })

/** Milliseconds between two ticks of the clock by which time-outs and checkpoints are noticed (server-http §10.6). */
export const tickLength = 1_000

/** The clock ticks at whole seconds, so that every tab agrees on its ticks without talking. */
export const tickBefore = (time: number): number => Math.floor(time / tickLength) * tickLength

/** @returns the key of a group, by which its row and its streams are named. Two pairs of names can share one, as in the reference. */
export const groupKey = (stream: string, name: string): string => `${stream}::${name}`

export const parkedStreamOf = (stream: string, name: string): string => `$persistentsubscription-${groupKey(stream, name)}-parked`

export const checkpointStreamOf = (stream: string, name: string): string => `$persistentsubscription-${groupKey(stream, name)}-checkpoint`
