// Lets other writers append first where a fault rule says so: the stream of a write is inside of a call's messages.

import type { Streams } from '../../streams/streams.ts'
import type { CallParts } from './call-parts.ts'

/** @returns streams whose writes meet the rules for races, as writes over HTTP do. */
export function racing({ read, watch, basePath }: Pick<CallParts, 'read' | 'watch' | 'basePath'>): Streams {
  const race = async (method: 'POST' | 'DELETE', streams: readonly string[]): Promise<void> => {
    if (watch.isQuiet()) return
    for (const stream of new Set(streams))
      await watch.race(new Request(`http://store${basePath}/streams/${encodeURIComponent(stream)}`, { method }))
  }
  return {
    ...read,
    append: async (write) => {
      await race('POST', [write.stream])
      return await read.append(write)
    },
    appendAll: async (writes) => {
      await race(
        'POST',
        writes.map(({ stream }) => stream),
      )
      return await read.appendAll(writes)
    },
    appendTogether: async (write) => {
      await race(
        'POST',
        write.events.map(({ stream }) => stream),
      )
      return await read.appendTogether(write)
    },
    delete: async (deletion) => {
      await race('DELETE', [deletion.stream])
      return await read.delete(deletion)
    },
  }
}
