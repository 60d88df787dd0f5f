// A page that plays hostile queries, in Workers, on stores in memory.

import type { Played } from '../../hostile/play.ts'
import { playHostile } from '../../hostile/play.ts'
import { hostileQueries } from '../../hostile/queries.ts'

declare global {
  interface Window {
    /** @param index of the query in the table. */
    playHostile(index: number): Promise<Played>
  }
}

const unhandled: string[] = []
addEventListener('error', ({ message }) => unhandled.push(`unhandled in the page: ${message}`))
addEventListener('unhandledrejection', ({ reason }) => unhandled.push(`unhandled in the page: ${String(reason)}`))

window.playHostile = async (index) => {
  const played = await playHostile(hostileQueries[index]!)
  return { ...played, faults: [...played.faults, ...unhandled.splice(0)] }
}
