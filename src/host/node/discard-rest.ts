// Discards what a client goes on sending after its request was refused, and decides when it has ignored the answer for too long.

import type { Readable } from 'node:stream'
import type { RealTime } from '../../base/time/real-time.ts'
import { realTime } from '../../base/time/real-time.ts'

/** Milliseconds to go on reading: a client that reads while it sends has the answer long before. */
const patience = 10_000

/** Bytes to go on reading: ten of the longest bodies. */
const mostBytes = 300_000_000

/** @param cut called once where the client sends for longer, or more; never after the request has ended. */
export function discardRest(rest: Readable, cut: () => void, time: RealTime = realTime): void {
  let left = mostBytes
  const cancel = time.after(patience, giveUp, { background: true })
  const count = (chunk: Uint8Array): void => {
    left -= chunk.length
    if (left < 0) giveUp()
  }
  const stop = (): void => {
    cancel()
    rest.off('data', count)
  }
  function giveUp(): void {
    stop()
    cut()
  }
  rest.once('end', stop)
  rest.once('close', stop)
  rest.on('data', count)
  rest.resume()
}
