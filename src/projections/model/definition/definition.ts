// The definition of a projection: its query, its flags, its tuning, and the identity it runs as.

import type { ProjectionFacts } from '../../../base/release/facts.ts'
import type { Sources } from '../../../query/query.ts'
import type { Settings } from '../../../base/settings.ts'
import type { User } from '../../../base/user.ts'

export type Mode = 'Transient' | 'OneTime' | 'Continuous'

/** Numbers that `PUT config` replaces together (projections-http §10.1). */
export interface Tuning {
  /** Least milliseconds between two checkpoints. */
  readonly checkpointAfterMs: number
  readonly checkpointHandledThreshold: number
  readonly checkpointUnhandledBytesThreshold: number
  readonly pendingEventsThreshold: number
  readonly maxWriteBatchLength: number
  readonly maxAllowedWritesInFlight: number
  /** Milliseconds for one handler call; null leaves the default of 250. */
  readonly projectionExecutionTimeout: number | null
}

export const defaultTuning: Tuning = {
  checkpointAfterMs: 0,
  checkpointHandledThreshold: 4000,
  checkpointUnhandledBytesThreshold: 10_000_000,
  pendingEventsThreshold: 5000,
  maxWriteBatchLength: 500,
  maxAllowedWritesInFlight: 0,
  projectionExecutionTimeout: null,
}

/** Milliseconds that one entry into a query may take unless the projection says otherwise (projection-language §19). */
export const defaultExecutionTimeout = 250

/** Roles are undefined for an account without a list of them, for example the system's. */
export interface RunAs {
  readonly name: string
  readonly roles: readonly string[] | undefined
}

/** The members of a definition that PUT config sets. */
export type ConfiguredMembers = Pick<Definition, 'emitEnabled' | 'trackEmittedStreams' | 'tuning'>

/** What a projection without a definition shows. */
export const defaultConfiguration: ConfiguredMembers = { emitEnabled: false, trackEmittedStreams: false, tuning: defaultTuning }

/** One version of the definition, as `$ProjectionUpdated` keeps it (projections-http §11.2). */
export interface Definition {
  readonly handlerType: string
  readonly query: string
  readonly mode: Mode
  readonly enabled: boolean
  readonly emitEnabled: boolean
  readonly checkpointsDisabled: boolean
  readonly trackEmittedStreams: boolean
  /** The version that the last reset made; -1 before any. */
  readonly epoch: number
  /** Number of its event in the definition stream. */
  readonly version: number
  /** Undefined for an anonymous creator. */
  readonly runAs: RunAs | undefined
  readonly tuning: Tuning
  /** Declared by the query; undefined if the query could not be prepared. */
  readonly sources: Sources | undefined
  /** As the request named it: 2 is Engine V2, every other number the first. Absent where the release that wrote the definition knew one engine only. */
  readonly engineVersion?: number
}

/** The engine of a new definition, where the release tells it. @param asked by the request. */
export const engineVersionIn = ({ storesEngineVersion }: ProjectionFacts, asked = 1): Pick<Definition, 'engineVersion'> =>
  storesEngineVersion ? { engineVersion: asked } : {}

/** Whether the projection runs in Engine V2 (26 §7.1). */
export const isEngineV2 = ({ engineVersion, mode }: Pick<Definition, 'engineVersion' | 'mode'>): boolean =>
  engineVersion === 2 && mode === 'Continuous'

/** The flags a DELETE may bring (projections-http §11.6). */
export interface DeleteFlags {
  readonly deleteEmittedStreams: boolean
  readonly deleteCheckpointStream: boolean
  readonly deleteStateStream: boolean
}

/** The second stage of permission: who may change one-time and continuous projections (projections-http §3). */
export const mayManage = (user: User | undefined): boolean =>
  user !== undefined && (user.groups.includes('$admins') || user.groups.includes('$ops'))

const roleClaim = 'http://schemas.microsoft.com/ws/2008/06/identity/claims/role'

/** The identity of a projection that this user creates or claims; without security every user is the system account. */
export function runAsOf(user: User | undefined, settings: Pick<Settings, 'security'>): RunAs | undefined {
  if (settings.security === 'insecure') return systemAccount
  return user && { name: user.name, roles: user.groups.map((group) => `${roleClaim}$$$${group}`) }
}

export const systemAccount: RunAs = { name: '$system', roles: undefined }

/**
 * Whether a core can be made with this tuning (projections-http §10.3): the server's constructor refuses some combinations,
 * and the request that asked for the start then gets no reply.
 */
export function isTuningUsable({ checkpointsDisabled, tuning }: Definition): boolean {
  const { checkpointHandledThreshold: handled, checkpointUnhandledBytesThreshold: unhandled, maxAllowedWritesInFlight } = tuning
  return maxAllowedWritesInFlight >= 0 && (checkpointsDisabled || (handled > 0 && unhandled >= handled))
}
