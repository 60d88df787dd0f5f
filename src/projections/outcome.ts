// Joins the outcomes of two runs over one batch, where the first one stopped at a moment that cannot be committed.

import type { BatchOutcome, QueryWrite } from '../query/query.ts'

/**
 * Whether an event is handled that is not finished, because an earlier one of another partition waits (projection-language §8.8):
 * its state is there already, and whoever went on from the last finished event would handle it again.
 */
export const isAhead = ({ states, finished }: BatchOutcome): boolean => {
  for (const { event } of states.values()) if (event >= finished) return true
  return false
}

/** @param second counts its events from the first one that `first` did not finish. */
export function joinOutcomes(first: BatchOutcome, second: BatchOutcome): BatchOutcome {
  const by = first.finished
  const states = new Map(first.states)
  for (const [partition, state] of second.states) {
    const isNew = state.isNew || (first.states.get(partition)?.isNew ?? false)
    states.set(partition, { ...state, event: state.event + by, isNew })
  }
  const { fault } = second
  return {
    ...second,
    finished: by + second.finished,
    handled: first.handled + second.handled,
    lastHandled: second.lastHandled >= 0 ? second.lastHandled + by : first.lastHandled,
    states,
    writes: [...first.writes, ...second.writes.map((write) => shifted(write, by))],
    logs: [...first.logs, ...second.logs],
    handlerTime: first.handlerTime + second.handlerTime,
    ...(fault && { fault: { ...fault, ...(fault.event !== undefined && { event: fault.event + by }) } }),
  }
}

const shifted = (write: QueryWrite, by: number): QueryWrite => ({
  ...write,
  event: write.event + by,
  ...(write.kind === 'emit' && write.position !== undefined && { position: write.position + by }),
})
