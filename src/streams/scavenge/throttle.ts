// Decides the size of a background step and the rest after it, so that an append in between waits only briefly.

/** Target duration of a step in milliseconds: an append waits for one step at most. */
export const stepMilliseconds = 4

/**
 * Bounds on the events that one step drops. The lower one, which the first step uses, is the size of a record of the log: a smaller step
 * would read and write the same record again and again.
 */
export const fewestEvents = 256
export const eventsAtFirst = fewestEvents
const mostEvents = 512

/** Milliseconds. */
const shortestRest = 5
const longestRest = 50

/**
 * The limit of events for the next step: at most twice the last one, because not every event costs the same.
 *
 * @param events limit of the last step.
 * @param took duration of the last step in milliseconds.
 */
export function nextEvents(events: number, took: number): number {
  const fitting = Math.floor((events * stepMilliseconds) / Math.max(took, 1))
  return Math.max(fewestEvents, Math.min(fitting, events * 2, mostEvents))
}

/**
 * The pause before the next step. An append reads before it writes: without a pause it would wait for a step before each.
 *
 * @param took duration of the last step in milliseconds.
 * @returns milliseconds.
 */
export const restAfter = (took: number): number => Math.max(shortestRest, Math.min(took, longestRest))
