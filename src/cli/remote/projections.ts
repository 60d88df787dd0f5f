// Reads the projections of a server, with their definitions and configurations.

import { projectionPath, search } from '../../base/paths.ts'
import { configurationText } from './projection-configuration.ts'
import type { Remote } from './remote.ts'
import { objectIn, successOf } from './remote.ts'

export interface RemoteProjection {
  readonly name: string
  /** In the stamps of the events that it wrote. */
  readonly id: number
  readonly mode: 'continuous' | 'onetime'
  readonly isEnabled: boolean
}

/** The definition of a projection, in the words of the interface. */
export interface RemoteDefinition {
  readonly query: string
  readonly emitEnabled: boolean
  readonly trackEmittedStreams: boolean
  readonly checkpointsEnabled: boolean
  /** Whether the second engine of KurrentDB 26 runs it. */
  readonly isEngineV2: boolean
  /** What it reads, where each stream is a partition; undefined where partitions have names of their own, or are none. */
  readonly streamPartitions?: { readonly categories: readonly string[]; readonly streams: readonly string[] } | undefined
}

/** As servers list the sources of a query. */
interface ListedSources {
  readonly byStream?: boolean
  readonly categories?: readonly string[] | null
  readonly streams?: readonly string[] | null
}

/** Users' projections, without transient ones. */
export async function projectionsOn(remote: Remote): Promise<readonly RemoteProjection[]> {
  const { projections } = (await jsonOf(remote, '/projections/all-non-transient', ['projections'])) as { projections: readonly Listed[] }
  const ids = await idsOn(remote)
  return projections
    .filter(({ name }) => !name.startsWith('$'))
    .map(({ name, mode, status }) => ({
      name,
      id: ids.get(name) ?? -1,
      mode: mode === 'OneTime' ? 'onetime' : 'continuous',
      isEnabled: status.includes('(Enabled)') || !/^(Stopped|Aborted|Loaded|Creating)/.test(status),
    }))
}

interface Listed {
  readonly name: string
  readonly mode: string
  readonly status: string
}

/** The id of a projection is the number of its registration. */
async function idsOn(remote: Remote): Promise<ReadonlyMap<string, number>> {
  const ids = new Map<string, number>()
  for (let from = 0; ;) {
    // Names are no JSON; only this level shows them.
    const page = (await jsonOf(remote, `/streams/${encodeURIComponent('$projections-$all')}/${from}/forward/500?embed=tryharder`, [
      'entries',
    ])) as {
      entries: readonly { readonly eventType?: string; readonly eventNumber: number; readonly data?: string | null }[]
      headOfStream: boolean
    }
    for (const { eventType, eventNumber, data } of page.entries.toReversed()) {
      if (eventType === '$ProjectionCreated' && typeof data === 'string') ids.set(data, eventNumber)
    }
    if (page.headOfStream || page.entries.length === 0) return ids
    from += 500
  }
}

export async function definitionOn(remote: Remote, name: string): Promise<RemoteDefinition> {
  const found = (await jsonOf(remote, `${projectionPath(name)}/query?${search({ config: 'yes' })}`)) as Partial<RemoteDefinition> & {
    readonly definition?: ListedSources
  }
  const { query = '', emitEnabled = false, trackEmittedStreams = false, checkpointsEnabled = true, definition } = found
  const { byStream = false, categories, streams } = definition ?? {}
  const streamPartitions = byStream ? { categories: categories ?? [], streams: streams ?? [] } : undefined
  return { query, emitEnabled, trackEmittedStreams, checkpointsEnabled, isEngineV2: await isEngineV2On(remote, name), streamPartitions }
}

/** Only the event that defines a projection tells its engine. */
async function isEngineV2On(remote: Remote, name: string): Promise<boolean> {
  const path = `/streams/${encodeURIComponent(`$projections-${name}`)}/head/backward/20?embed=tryharder`
  const page = (await jsonOf(remote, path, ['entries'])) as {
    entries: readonly { readonly eventType?: string; readonly data?: string | null }[]
  }
  const defined = page.entries.find(({ eventType, data }) => eventType === '$ProjectionUpdated' && typeof data === 'string')
  return defined !== undefined && (JSON.parse(defined.data!) as { engineVersion?: unknown }).engineVersion === 2
}

/** The configuration as another server takes it; undefined where it is that of a new projection. */
export async function configurationOn(remote: Remote, name: string): Promise<string | undefined> {
  return configurationText((await jsonOf(remote, `${projectionPath(name)}/config`)) as Readonly<Record<string, unknown>>)
}

async function jsonOf(remote: Remote, path: string, lists: readonly string[] = []): Promise<object> {
  const response = await remote.ask('GET', path, { headers: { Accept: 'application/json, application/vnd.eventstore.atom+json' } })
  return await objectIn(remote, await successOf(response, `GET ${remote.name}${path}`), `GET ${path}`, lists)
}
