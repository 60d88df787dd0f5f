// Merges the outcomes of successive runs into one.

import type { BatchOutcome, QueryWrite } from './query.ts'

/** @returns one outcome, whose indexes count from the first event that was unfinished when the first run began. */
export function mergeOutcomes(first: BatchOutcome, second: BatchOutcome): BatchOutcome {
  const shift = first.finished
  const moved = <Item extends { readonly event: number }>(item: Item): Item => ({ ...item, event: item.event + shift })
  const states = new Map(first.states)
  for (const [name, texts] of second.states) if (!texts.isUnaltered || !states.has(name)) states.set(name, moved(texts))
  return {
    finished: first.finished + second.finished,
    handled: first.handled + second.handled,
    lastHandled: second.lastHandled < 0 ? first.lastHandled : second.lastHandled + shift,
    more: second.more,
    ...(second.missing && { missing: second.missing }),
    states,
    writes: [...first.writes, ...second.writes.map((write) => shiftedWrite(write, shift))],
    ...((first.steps ?? second.steps) && { steps: [...(first.steps ?? []), ...(second.steps ?? []).map(moved)] }),
    logs: [...first.logs, ...second.logs],
    ...(second.fault && {
      fault: second.fault.event === undefined ? second.fault : { ...second.fault, event: second.fault.event + shift },
    }),
    handlerTime: first.handlerTime + second.handlerTime,
  }
}

/** @param by the number of events finished before. */
const shiftedWrite = (write: QueryWrite, by: number): QueryWrite =>
  write.kind === 'emit' && write.position !== undefined
    ? { ...write, event: write.event + by, position: write.position + by }
    : { ...write, event: write.event + by }
