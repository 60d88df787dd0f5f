// Decides whether reading is paused while an event is handled, because too many wait behind it (projections-http §7.1, §10.1).

/** So many events the server takes from those that wait, before it looks again how many are left. */
const takenAtOnce = 30

/**
 * Reading is paused where more events wait than the threshold allows, and goes on once no more than half of that are left.
 *
 * @param place of the event in its read, from 0. @param count of the events of the read. @param threshold as configured.
 */
export function isPausedAt(place: number, count: number, threshold: number): boolean {
  let isPaused = false
  for (let taken = 0; taken <= place; taken += takenAtOnce) {
    const waiting = count - taken
    if (waiting <= threshold / 2) isPaused = false
    if (waiting > threshold) isPaused = true
  }
  return isPaused
}
