// Checks the host's time limit between events: slow built-in functions keep the engine itself from asking.

import { host } from '../guest.ts'

const { now } = Date
/** The most events between two reads of the clock. If each takes 15 ms, the host gets no check for half a second. */
const mostEvents = 32
/** Milliseconds between two checks of the time limit. */
const checkEvery = 4
let stride = 1
/** How many events may pass until the next read of the clock. */
let left = 1
let readAt = 0
let checkedAt = 0

/** Starts a run or a load. */
export function startPace(): void {
  readAt = now()
  checkedAt = readAt
  left = stride
}

/** Ends an event. */
export function passEvent(): void {
  left -= 1
  if (left <= 0) pause()
}

function pause(): void {
  const time = now()
  const took = time - readAt
  readAt = time
  if (took < 2) stride = stride < mostEvents ? stride * 2 : mostEvents
  else stride = 1
  left = stride
  // The platform's clock may be set back.
  if (time >= checkedAt && time - checkedAt < checkEvery) return
  checkedAt = time
  host.checkTime()
}
