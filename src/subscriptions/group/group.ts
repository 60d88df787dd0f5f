// The state of one group of consumers: messages read ahead, delivered, handed back and counted (server-http §10).

import type { EventPlace } from '../../base/events/events.ts'
import type { GroupConfiguration } from './configuration.ts'

/** Names a group by its stream and its own name. */
export interface GroupName {
  readonly stream: string
  readonly name: string
}

/** A message to or from a consumer; the event itself stays in its stream. */
export interface Message {
  /** Number of the original event: in the subscribed stream, or in the parked stream where it is replayed from there. */
  readonly number: number
  /**
   * Target of the link that the original event is, as of the time of reading; `missing` if there was no such event. Absent where the
   * group resolves no links, or the event is no link.
   */
  readonly target?: EventPlace | 'missing'
  /** Comes from the parked stream. */
  readonly replayed?: true
  /** How many times it was handed back or timed out. */
  readonly retries: number
  /** Assigned at the first delivery; replayed messages have none, so they hold back no checkpoint. */
  readonly turn?: Turn
}

/** The place of a message in the order of first deliveries. */
export interface Turn {
  /** 0, 1, 2 … */
  readonly sequence: number
  /** Number of the event delivered before it: the checkpoint while this one is unsettled. */
  readonly previous?: number
}

/** A delivered message that waits for its acknowledgement. */
export interface OutstandingMessage extends Message {
  /** Id of the original event; consumers name the message by it. */
  readonly id: string
  /** When it times out, in milliseconds since 1970. */
  readonly due: number
}

/** How far the group has read its stream. Part of a stored row, as all members of a group are. */
export interface ReadState {
  /** Whether new events enter the buffer directly; otherwise the group reads history while there is room. */
  readonly live: boolean
  /** Whether the group waits for a page in vain: the stream is hard-deleted, or ends before the live events. */
  readonly pending: boolean
  /** Number at which history goes on. */
  readonly next: number
  /** The checkpoint that the group started from: no history at or before it is delivered. */
  readonly after?: number
  /** Number of the first event that was not yet read as a live one. */
  readonly unseen: number
  /** How many live events the group remembers, at most `liveBufferSize`. */
  readonly remembered: number
  /** Those of them that found no room; they follow as soon as history reaches them. */
  readonly missed: readonly Message[]
}

/** How far messages are settled. */
export interface Progress {
  /** Turn of the next first delivery. */
  readonly nextSequence: number
  /** Number of the event with the last turn. */
  readonly lastDelivered?: number
  /** Turn of the last checkpoint; -1 before the first. */
  readonly checkpointed: number
  /** Number of the event in the last checkpoint. */
  readonly checkpoint?: number
  /** When it was written, in milliseconds since 1970. */
  readonly checkpointTime?: number
}

/** The figures behind a group's statistics. */
export interface Counters {
  /** Deliveries, retries included. */
  readonly delivered: number
  /** Number of the last event read ahead or seen live. */
  readonly lastKnown?: number
  /** When statistics were last read, and `delivered` at that time. */
  readonly measuredAt: number
  readonly measuredCount: number
}

/** What a group knows of its parked stream. It looks only where it starts from a checkpoint (server-http §10.9). */
export interface ParkedRange {
  /** Number of the last link; -1 if the group knows of none. */
  readonly last: number
  /** Number of the first link that was not replayed; -1 if the group does not know, and counts from the beginning of the stream. */
  readonly first: number
}

export const nothingParked: ParkedRange = { last: -1, first: -1 }

/** @returns the number of parked messages, as far as the group knows. */
export const parkedCount = ({ parked: { last, first } }: Group): number => (last < 0 ? 0 : last + 1 - Math.max(0, first))

export interface Group extends GroupName {
  readonly configuration: GroupConfiguration
  readonly reading: ReadState
  /** Waiting for their first delivery, in stream order. */
  readonly waiting: readonly Message[]
  /** Waiting for another delivery: by position, replayed ones in the order of their replay. */
  readonly retries: readonly Message[]
  readonly outstanding: readonly OutstandingMessage[]
  readonly progress: Progress
  readonly parked: ParkedRange
  readonly counters: Counters
  /** The last replayed tick of the clock, in milliseconds since 1970. */
  readonly ticked: number
}

export interface NewGroup extends GroupName {
  readonly configuration: GroupConfiguration
  /** Number of the stream's next event. */
  readonly streamEnd: number
  /** Number of the event in the stored checkpoint; it wins over `startFrom`. */
  readonly checkpoint?: number
  /** Default: nothing, which is what the group knows without a checkpoint. */
  readonly parked?: ParkedRange
  /** Milliseconds since 1970. */
  readonly now: number
}

/** A group after its creation, an update or a restart: nothing read, nothing delivered (server-http §10.3). */
export function newGroup({ stream, name, configuration, streamEnd, checkpoint, parked = nothingParked, now }: NewGroup): Group {
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
    parked,
    counters: { delivered: 0, measuredAt: now, measuredCount: 0 },
    ticked: lastTick(now),
  }
}

/** The checkpoint counts as a settled first delivery, so that later ones have a predecessor. */
const progressAt = (checkpoint: number): Progress => ({ nextSequence: 1, lastDelivered: checkpoint, checkpointed: 0, checkpoint })

/** Milliseconds between two ticks of the clock that notices time-outs and checkpoints (server-http §10.6). */
export const tickLength = 1_000

/** The clock ticks at whole seconds, so every tab agrees on its ticks without a message. */
export const lastTick = (time: number): number => Math.floor(time / tickLength) * tickLength

/** The key in the names of a group's row and streams. Two groups can share one, as on the server. */
export const groupKey = (stream: string, name: string): string => `${stream}::${name}`

export const parkedStreamOf = (stream: string, name: string): string => `$persistentsubscription-${groupKey(stream, name)}-parked`

export const checkpointStreamOf = (stream: string, name: string): string => `$persistentsubscription-${groupKey(stream, name)}-checkpoint`
