// Decides when a group writes a checkpoint, and at which event (server-http §10.8).

import type { Group, Message } from './group.ts'

export interface CheckpointDecision {
  readonly group: Group
  /** Number of the event to checkpoint; undefined if no checkpoint is due. */
  readonly checkpoint: number | undefined
}

interface Completed {
  /** Turn of the last message before which every message is settled. */
  readonly sequence: number
  readonly number: number
}

/**
 * Marks a checkpoint where one is due: at once from `maxCheckpointCount` completed messages on, at a tick from `minCheckpointCount` on.
 *
 * @param now milliseconds since 1970.
 * @param atTick whether a tick of the clock asks.
 */
export function markCheckpoint(group: Group, now: number, atTick: boolean): CheckpointDecision {
  const completed = lastCompleted(group)
  if (!completed) return { group, checkpoint: undefined }
  if (!isDue(group, completed.sequence - group.progress.checkpointed, now, atTick)) return { group, checkpoint: undefined }
  return {
    group: {
      ...group,
      progress: { ...group.progress, checkpointed: completed.sequence, checkpoint: completed.number, checkpointTime: now },
    },
    checkpoint: completed.number,
  }
}

function isDue(group: Group, count: number, now: number, atTick: boolean): boolean {
  const { maxCheckpointCount, minCheckpointCount } = group.configuration
  // With a limit of 0 the server writes the same checkpoint again and again, to no use.
  if (count <= 0) return false
  return count >= maxCheckpointCount || (atTick && count >= minCheckpointCount && now >= nextByTime(group))
}

/** The earliest moment for a checkpoint by time: `checkpointAfter` after the last one; never where that is 0. */
export function nextByTime({ configuration, progress }: Group): number {
  if (configuration.checkpointAfter === 0) return Number.POSITIVE_INFINITY
  return progress.checkpointTime === undefined ? Number.NEGATIVE_INFINITY : progress.checkpointTime + configuration.checkpointAfter
}

/** Undefined before the first delivery, and while the very first message is unsettled. */
function lastCompleted({ outstanding, retries, progress }: Group): Completed | undefined {
  const first = earliest([...outstanding, ...retries])
  if (first === undefined)
    return progress.lastDelivered === undefined ? undefined : { sequence: progress.nextSequence - 1, number: progress.lastDelivered }
  return first.previous === undefined ? undefined : { sequence: first.sequence - 1, number: first.previous }
}

const earliest = (messages: readonly Message[]): Message['turn'] =>
  messages.reduce<Message['turn']>((first, { turn }) => (turn && (!first || turn.sequence < first.sequence) ? turn : first), undefined)
