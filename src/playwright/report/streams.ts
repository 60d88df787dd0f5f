// Prints the streams of a store as NDJSON, one event per line, in the order of the whole store.

import type { SnapshotEvent } from '../../engine/snapshot/snapshot.ts'
import type { Store } from '../../engine/store.ts'

/** Events of users' streams, each as a scenario has them, so that a line can be taken over into one. */
export async function printStreams(store: Pick<Store, 'snapshot'>): Promise<string> {
  const { events } = await store.snapshot()
  return events
    .filter(({ stream }) => !stream.startsWith('$'))
    .map((event) => `${JSON.stringify(toLine(event))}\n`)
    .join('')
}

const toLine = ({ stream, type, data, metadata, isJson, id, created }: SnapshotEvent): object => ({
  stream,
  type,
  ...content('data', data),
  ...content('metadata', metadata),
  isJson,
  id,
  at: new Date(created).toISOString(),
})

function content(name: string, value: SnapshotEvent['data']): object {
  if (value === '') return {}
  return { [name]: typeof value === 'string' ? valueOf(value) : value }
}

function valueOf(text: string): unknown {
  try {
    const value: unknown = JSON.parse(text)
    return typeof value === 'object' ? value : text
  } catch {
    return text
  }
}
