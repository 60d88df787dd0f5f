// Reads the events of a store that users and projections have written, in the order of the log.

import type { ScenarioEvent } from '../../engine/scenario/scenario.ts'
import type { Store } from '../../engine/store.ts'
import { valueOf } from '../../engine/live/values.ts'

interface Entry {
  readonly streamId?: string
  readonly eventType?: string
  readonly eventId?: string
  readonly data?: string | null
  readonly metaData?: string | null
  readonly isJson?: boolean
  readonly updated: string
}

interface Feed {
  /** Newest first. */
  readonly entries: readonly Entry[]
  readonly links: readonly { readonly uri: string; readonly relation: string }[]
}

/** Without those of system streams, and without data that are no JSON: feeds have none. */
export async function userEvents(store: Pick<Store, 'direct'>): Promise<ScenarioEvent[]> {
  const pages: Entry[][] = []
  let path: string | undefined = '/streams/%24all/head/backward/500'
  while (path !== undefined) {
    const response: Response = await store.direct(
      new Request(`http://store${path}?embed=body`, { headers: { Accept: 'application/vnd.eventstore.atom+json' } }),
    )
    if (!response.ok) throw new Error(`GET ${path} was answered ${response.status}: ${await response.text()}`)
    const { entries, links } = (await response.json()) as Feed
    pages.push([...entries])
    const older: string | undefined = links.find(({ relation }) => relation === 'next')?.uri
    path = entries.length > 0 && older !== undefined ? new URL(older).pathname : undefined
  }
  return pages
    .flat()
    .toReversed()
    .filter(({ streamId }) => streamId !== undefined && !streamId.startsWith('$'))
    .map(({ streamId, eventType, eventId, data, metaData, isJson, updated }) => ({
      stream: streamId!,
      type: eventType!,
      ...(eventId !== undefined && { id: eventId }),
      ...(data && { data: isJson ? valueOf(data) : data }),
      ...(metaData && { metadata: valueOf(metaData) }),
      at: updated,
    }))
}
