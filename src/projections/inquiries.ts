// Answers the questions of requests and the engine about projections: lists, statistics, definitions, states, faults.

import { storedTextsIn } from './checkpoints/start-run.ts'
import { storedStateIn } from './engine-v2/checkpoint.ts'
import { engineV2StateIn } from './engine-v2/states.ts'
import type { Access } from './partitions/access.ts'
import { isNewAccess, noteAccessIn } from './partitions/access.ts'
import { leftPartitions } from './partitions/left.ts'
import { readAllPartitions } from './partitions/rows.ts'
import type { StateOutcome } from './partitions/texts.ts'
import { stateIn } from './partitions/texts.ts'
import { listLoaded, readLoaded } from './manage/loaded-rows.ts'
import type { ConfiguredMembers, Definition } from './model/definition/definition.ts'
import { defaultConfiguration } from './model/definition/definition.ts'
import type { Unknown } from './model/outcomes.ts'
import { isEngineV2Run, stampOf } from './model/run.ts'
import { isPartitioned } from './model/source.ts'
import type { FaultReason, Projection } from './model/tables.ts'
import { projectionIn, projectionRows, runRows } from './model/tables.ts'
import type { Services } from './services.ts'
import type { ReadTransaction } from '../storage/storage.ts'

type StatisticsOutcome = { readonly kind: 'statistics'; readonly projection: Projection } | Unknown
/** `undefined` for a name that was registered and never defined. */
type DefinitionOutcome =
  | {
      readonly kind: 'definition'
      readonly definition: Definition | undefined
      /** That of the definition, or what stands for it. */
      readonly configuration: ConfiguredMembers
    }
  | Unknown

/** A partition with its state; empty: there is none. */
export interface PartitionState {
  readonly partition: string
  readonly state: string
}

/** Answers that change nothing but the times of accesses, which let transient projections live on. */
export type Inquiries = ReturnType<typeof createInquiries>

export function createInquiries(services: Services) {
  const { storage, environment, streams } = services
  return {
    /** All projections in the order of lists (projections-http §6.1). */
    async list(): Promise<readonly Projection[]> {
      const found = await listLoaded(services)
      return found.sort((a, b) => a.row.place - b.row.place)
    },
    async statistics(name: string): Promise<StatisticsOutcome> {
      const { row, run } = await readLoaded(services, name, async (_tx, found) => found)
      return row ? { kind: 'statistics', projection: { row, run } } : { kind: 'unknown' }
    },
    /** The current definition; counts as an access. */
    async definition(name: string): Promise<DefinitionOutcome> {
      const { row } = await readAccessed(services, { name, now: environment.now() }, async (_tx, found) => found)
      if (!row) return { kind: 'unknown' }
      const { definition, configuration = defaultConfiguration } = row
      return { kind: 'definition', definition, configuration: definition ?? configuration }
    },
    /** Counts as an access. @param partition empty for the root. */
    state: (name: string, partition: string): Promise<StateOutcome> =>
      readAccessed(services, { name, now: environment.now(), partition }, async (tx, { row, run }): Promise<StateOutcome> => {
        if (!row) return { kind: 'unknown' }
        return run && row.definition?.sources && isEngineV2Run(run)
          ? await engineV2StateIn(tx, streams, { name, run, partition })
          : await stateIn(tx, services, { row, run }, partition)
      }),
    /**
     * Partitions that earlier runs have left and the present one has not met yet, then those that it has, in order of appearance. Not a
     * request of the server, so not an access.
     */
    partitions: (name: string): Promise<readonly string[]> =>
      storage.read(async (tx) => {
        const { row, run } = await projectionIn(tx, name)
        if (!row || !run) return []
        const found = [...(await readAllPartitions(tx, run))].sort(([, one], [, other]) => one.rank - other.rank)
        const met = found.map(([partition]) => partition)
        const sources = row.definition?.sources
        if (!sources || !isPartitioned(sources)) return met
        if (isEngineV2Run(run)) {
          const hasState = async (each: string) => (await storedStateIn(tx, streams, name, each)) !== undefined
          return [...(await leftPartitions(tx, name, 'state', { met, hasState })), ...met]
        }
        if (!run.hasCheckpoints || run.phase === 1) return met
        const hasState = async (each: string) => (await storedTextsIn(tx, streams, name, each, stampOf(row, run))) !== undefined
        return [...(await leftPartitions(tx, name, 'checkpoint', { met, hasState })), ...met]
      }),
    /** The states of the first partitions that the present run has met, in order of appearance; without partitions, the state. Not an access. */
    states: (name: string, most: number): Promise<readonly PartitionState[]> =>
      storage.read(async (tx) => {
        const run = await tx.row(runRows, name)
        if (!run) return []
        const found = [...(await readAllPartitions(tx, run))].sort(([, one], [, other]) => one.rank - other.rank)
        const states = found.slice(0, most).map(([partition, { state }]) => ({ partition, state }))
        return states.length > 0 ? states : [{ partition: '', state: run.state }]
      }),
    /** The fault of a Faulted projection, with its place in the query; undefined for any other. Not an access. */
    fault: (name: string): Promise<FaultReason | undefined> =>
      storage.read(async (tx) => {
        const row = await tx.row(projectionRows, name)
        return row?.state === 'Faulted' ? row.fault : undefined
      }),
    /** Running projections that keep emitting because of events that they emitted, with their runs. Not an access. */
    selfFeeding: (): Promise<readonly { readonly projection: string; readonly run: string }[]> =>
      storage.read(async (tx) => {
        const runs = await tx.rows(runRows)
        return runs.flatMap(([projection, { id, core, feedsItself }]) =>
          feedsItself && core === 'Running' ? [{ projection, run: id }] : [],
        )
      }),
  }
}

/** Reads a projection, and notes the access where it is there and that is news. */
async function readAccessed<T>(
  services: Services,
  access: Access,
  read: (tx: ReadTransaction, found: Partial<Projection>) => Promise<T>,
): Promise<T> {
  const { outcome, isNews } = await readLoaded(services, access.name, async (tx, found) => {
    const [outcome, isNews] = await Promise.all([read(tx, found), found.row !== undefined && isNewAccess(tx, access, found.run)])
    return { outcome, isNews }
  })
  if (isNews) await services.storage.write((tx) => noteAccessIn(tx, access))
  return outcome
}
