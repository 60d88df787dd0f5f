// Prints the settings as options, under the server's names (server-http §4.3).

import type { NodeFacts } from '../../base/release/facts.ts'
import type { Settings } from '../../base/settings.ts'
import { anonymousEndpoints, defaultSettings } from '../../base/settings.ts'
import type { NodeState } from '../../node/state.ts'

// A type, not an interface: only types fit the index signature of JSON documents.
export type NodeOption = {
  readonly name: string
  readonly description: string
  readonly group: string
  /** Text in every case, as .NET prints it; empty for an option without value. */
  readonly value: string
  readonly possibleValues: readonly string[] | null
}

/** The form of newer releases. */
export type SourcedOption = Omit<NodeOption, 'possibleValues'> & {
  readonly configurationSource: string
  readonly deprecationMessage: null
  readonly schema: { readonly type: string; readonly enum?: readonly string[] }
}

const hidden = '********'

/** The options of the node, in the form of the release. */
export function listOptions(
  settings: Settings,
  node: Pick<NodeState, 'inMemory'>,
  facts: NodeFacts,
): readonly (NodeOption | SourcedOption)[] {
  const listed = optionsOf(settings, node)
  if (!facts.describesOptionSources) return listed
  const usual = optionsOf(defaultSettings, { inMemory: false })
  return [...listed, ...limits].map(({ possibleValues, ...shown }, index) => ({
    ...shown,
    configurationSource: (usual[index]?.value ?? shown.value) === shown.value ? '<DEFAULT>' : 'Command Line',
    deprecationMessage: null,
    schema: { type: typeOf(shown.value), ...(possibleValues && { enum: possibleValues }) },
  }))
}

const typeOf = (value: string): string => (/^(?:True|False)$/.test(value) ? 'boolean' : /^\d+$/.test(value) ? 'integer' : 'string')

/** In the server's order of groups. The administration pages offer a cluster status by `ClusterSize`. */
const optionsOf = (settings: Settings, { inMemory }: Pick<NodeState, 'inMemory'>): NodeOption[] => [
  option('ApplicationOptions', 'DisableHttpCaching', 'Answer every page as not to be cached', settings.disableHttpCaching),
  option('ApplicationOptions', 'StatsPeriodSec', 'Seconds between two samples of the statistics', 30),
  option('ApplicationOptions', 'Insecure', 'Switch authentication and authorization off', settings.security === 'insecure'),
  option(
    'ApplicationOptions',
    'AllowAnonymousEndpointAccess',
    'Let callers without credentials read statistics',
    anonymousEndpoints(settings),
  ),
  option(
    'ApplicationOptions',
    'AllowAnonymousStreamAccess',
    'Let access lists decide about callers without credentials',
    settings.allowAnonymous,
  ),
  option('ApplicationOptions', 'OverrideAnonymousEndpointAccessForGossip', 'Let callers without credentials read the gossip', true),
  option('DefaultUserOptions', 'DefaultAdminPassword', 'Password the user admin starts with', hidden),
  option('DefaultUserOptions', 'DefaultOpsPassword', 'Password the user ops starts with', hidden),
  option('AuthOptions', 'EnableTrustedAuth', 'Honour the header ES-TrustedAuth', settings.trustedAuth),
  option('ClusterOptions', 'ClusterSize', 'Number of nodes in the cluster', 1),
  option('DatabaseOptions', 'MemDb', 'Keep everything in memory', inMemory),
  option('InterfaceOptions', 'EnableAtomPubOverHttp', 'Offer streams over HTTP', true),
  option('InterfaceOptions', 'DisableAdminUi', 'Leave the administration pages out', !settings.adminUi),
  option('InterfaceOptions', 'DisableStatsOnHttp', 'Leave the statistics out', false),
  option('InterfaceOptions', 'DisableGossipOnHttp', 'Leave the gossip out', false),
  option('InterfaceOptions', 'AdvertiseHostToClientAs', 'Host that generated links show', settings.advertiseHost ?? ''),
  option('InterfaceOptions', 'AdvertiseHttpPortToClientAs', 'Port that generated links show', settings.advertisePort ?? 0),
  { ...option('ProjectionOptions', 'RunProjections', 'Which projections run', 'All'), possibleValues: ['None', 'System', 'All'] },
  option('ProjectionOptions', 'StartStandardProjections', 'Start the five system projections', settings.systemProjections),
]

const option = (group: string, name: string, description: string, value: string | number | boolean): NodeOption => ({
  name,
  description,
  group,
  value: typeof value === 'boolean' ? (value ? 'True' : 'False') : String(value),
  possibleValues: null,
})

/** Options of newer releases. */
const limits: readonly NodeOption[] = [
  option('DatabaseOptions', 'MaxAppendEventSize', 'Most bytes of one event', 16_777_216),
  option('ProjectionOptions', 'MaxProjectionStateSize', 'Most characters of the state of a projection', 16_777_216),
  option('ProjectionOptions', 'MaxPartitionStateCacheSize', 'Most states of partitions in memory', 100_000),
]
