// Passes hints between the tabs of a storage over a channel, and checks incoming messages.

import { isObject } from '../../../base/platform/realms.ts'
import type { CommitHint } from '../../storage.ts'

/** Part of the channel's name; changes with the shape of the messages. */
const version = 1

/** The most streams in a message: more are not worth copying into every tab. */
const mostStreams = 1000

export type Tabs = ReturnType<typeof joinTabs>

/** @param hear called with every hint of another tab; never where the platform has no channels. */
export function joinTabs(name: string, hear: (hint: CommitHint) => void) {
  if (typeof BroadcastChannel === 'undefined') return { tell: (_hint: CommitHint) => undefined, leave: () => undefined }
  const channel = new BroadcastChannel(`rillbox/${version}/${name}`)
  channel.addEventListener('message', ({ data }: MessageEvent<unknown>) => {
    if (isHint(data)) hear(data)
  })
  return {
    tell: ({ end, streams, tables, dropsEvents }: CommitHint) =>
      channel.postMessage({ end, streams: streams && streams.length <= mostStreams ? streams : undefined, tables, dropsEvents }),
    leave: () => channel.close(),
  }
}

const isHint = (message: unknown): message is CommitHint =>
  isObject(message) &&
  'end' in message &&
  Number.isSafeInteger(message.end) &&
  'streams' in message &&
  isNames(message.streams) &&
  'tables' in message &&
  isNames(message.tables) &&
  (!('dropsEvents' in message) || message.dropsEvents === undefined || typeof message.dropsEvents === 'boolean')

const isNames = (value: unknown): boolean =>
  value === undefined || (Array.isArray(value) && value.every((name) => typeof name === 'string'))
