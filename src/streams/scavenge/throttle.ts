// Decides how much a step of background work takes on, so that whoever writes meanwhile waits only briefly.

/** Milliseconds that a step should take: an append that comes in between waits for one step at most. */
export const stepMilliseconds = 4

/**
 * Events that one step drops: the first, before anything is known of the machine, and the bounds of all others. A record of the log holds
 * as many as the fewest: with fewer, the same record would be read and written again and again.
 */
export const fewestEvents = 256
export const eventsAtFirst = fewestEvents
const mostEvents = 512

/** In milliseconds. */
const shortestRest = 5
const longestRest = 50

/**
 * How many events the next step should drop.
 *
 * @param events the bound that the last step had.
 * @param took milliseconds that it took; at most twice as many follow one that was fast, because not every event costs the same.
 */
export function nextEvents(events: number, took: number): number {
  const fitting = Math.floor((events * stepMilliseconds) / Math.max(took, 1))
  return Math.max(fewestEvents, Math.min(fitting, events * 2, mostEvents))
}

/**
 * How long to leave the storage to others before the next step. An append reads before it writes: without a rest it would wait for a step
 * before either.
 *
 * @param took milliseconds that the last step took.
 * @returns milliseconds.
 */
export const restAfter = (took: number): number => Math.max(shortestRest, Math.min(took, longestRest))
