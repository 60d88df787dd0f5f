// What a projection is told to be: its text, its flags, its tuning, and the identity it runs as.

import type { Sources } from '../../query/query.ts'
import type { Settings } from '../../base/settings.ts'
import type { User } from '../../base/user.ts'

export type Mode = 'Transient' | 'OneTime' | 'Continuous'

/** Numbers that `PUT config` replaces all at once (projections-http §10.1). */
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

/** Undefined roles: the account has none to list, as that of the system. */
export interface RunAs {
  readonly name: string
  readonly roles: readonly string[] | undefined
}

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
  /** What the query asks for; undefined where the text could not be prepared. */
  readonly sources: Sources | undefined
}

/** The flags a DELETE may bring (projections-http §11.6). */
export interface DeleteFlags {
  readonly deleteEmittedStreams: boolean
  readonly deleteCheckpointStream: boolean
  readonly deleteStateStream: boolean
}

const roleClaim = 'http://schemas.microsoft.com/ws/2008/06/identity/claims/role'

/** Who a projection runs as when this user creates or claims it: without security everybody is the system account. */
export function runAsOf(user: User | undefined, settings: Pick<Settings, 'security'>): RunAs | undefined {
  if (settings.security === 'insecure') return systemAccount
  return user && { name: user.name, roles: user.groups.map((group) => `${roleClaim}$$$${group}`) }
}

export const systemAccount: RunAs = { name: '$system', roles: undefined }

/**
 * Whether a core can be made with this tuning at all (projections-http §10.3): the reference's constructor refuses some
 * combinations, and whoever asked for the start then gets no reply.
 */
export function isTuningUsable({ checkpointsDisabled, tuning }: Definition): boolean {
  const { checkpointHandledThreshold: handled, checkpointUnhandledBytesThreshold: unhandled, maxAllowedWritesInFlight } = tuning
  return maxAllowedWritesInFlight >= 0 && (checkpointsDisabled || (handled > 0 && unhandled >= handled))
}
