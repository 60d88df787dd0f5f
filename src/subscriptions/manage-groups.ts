// Creates, updates, deletes and restarts groups inside a transaction, and stores their configuration (server-http §10.3).

import { newEvents } from '../base/events/event-table.ts'
import type { GroupClock } from './group-clock.ts'
import type { ReadTransaction, WriteTransaction } from '../storage/storage.ts'
import { expectedVersion } from '../streams/outcomes.ts'
import { readIn } from '../streams/read/read.ts'
import { metadataType, metastreamOf } from '../streams/system.ts'
import { textOf } from '../base/bytes.ts'
import { isMissing } from '../streams/read/visible.ts'
import { appendIn, deleteIn } from '../streams/write/write.ts'
import { valueProblem } from './group/configuration.ts'
import type { Directory, GroupEntry } from './stored/directory.ts'
import { addEntry, emptyDirectory, removeEntry, replaceEntry } from './stored/directory.ts'
import type { GroupName } from './group/group.ts'
import { checkpointStreamOf, groupKey, parkedStreamOf } from './group/group.ts'
import { startGroup, currentGroup } from './current-group.ts'
import { directoryKey, directoryTable, groupTable, readDirectory } from './stored/tables.ts'
import {
  configurationMetadata,
  configurationStream,
  configurationType,
  printConfiguration,
  readConfiguration,
} from './stored/stored-configuration.ts'

export type GroupChangeOutcome =
  | { readonly kind: 'done' }
  | { readonly kind: 'exists' }
  | { readonly kind: 'unknown' }
  /** The configuration makes no group. */
  | { readonly kind: 'refused'; readonly reason: string }
  /** The subsystem is stopped: the server never answers. */
  | { readonly kind: 'stopped' }

const done: GroupChangeOutcome = { kind: 'done' }
const unknown: GroupChangeOutcome = { kind: 'unknown' }

/** @param by name of the calling user. */
export async function createGroup(tx: WriteTransaction, entry: GroupEntry, by: string, clock: GroupClock): Promise<GroupChangeOutcome> {
  const directory = await readDirectory(tx)
  const refusal = refuseStopped(directory) ?? refuseValues(entry)
  if (refusal) return refusal
  if (await tx.row(groupTable, groupKey(entry.stream, entry.name))) return { kind: 'exists' }
  await startGroup(tx, entry, clock)
  await save(tx, addEntry(directory, entry), by, clock)
  return done
}

/** Forgets outstanding and buffered messages, and starts all counters again. @param by as for `createGroup`. */
export async function updateGroup(tx: WriteTransaction, entry: GroupEntry, by: string, clock: GroupClock): Promise<GroupChangeOutcome> {
  const directory = await readDirectory(tx)
  const refusal = refuseStopped(directory)
  if (refusal) return refusal
  if (!(await currentGroup(tx, entry.stream, entry.name, clock))) return unknown
  const refused = refuseValues(entry)
  if (refused) return refused
  await startGroup(tx, entry, clock)
  await save(tx, replaceEntry(directory, entry), by, clock)
  return done
}

/** Soft-deletes the group's checkpoint and parked streams with it. @param by as for `createGroup`. */
export async function deleteGroup(tx: WriteTransaction, group: GroupName, by: string, clock: GroupClock): Promise<GroupChangeOutcome> {
  const { stream, name } = group
  const directory = await readDirectory(tx)
  const refusal = refuseStopped(directory)
  if (refusal) return refusal
  if (!(await currentGroup(tx, stream, name, clock))) return unknown
  tx.deleteRow(groupTable, groupKey(stream, name))
  for (const own of [checkpointStreamOf(stream, name), parkedStreamOf(stream, name)])
    await deleteIn(tx, { stream: own, expected: expectedVersion.any, hard: false }, clock)
  await save(tx, removeEntry(directory, group), by, clock)
  return done
}

/** Starts one group again from its checkpoint, as its configuration says. */
export async function restartGroup(tx: WriteTransaction, { stream, name }: GroupName, clock: GroupClock): Promise<void> {
  const { entries } = await readDirectory(tx)
  const entry = entries.find((other) => other.stream === stream && other.name === name)
  if (entry && (await currentGroup(tx, stream, name, clock))) await startGroup(tx, entry, clock)
}

/** Rebuilds every group from the stored configuration, as an update does. @returns whether the subsystem was running. */
export async function restartGroups(tx: WriteTransaction, clock: GroupClock): Promise<boolean> {
  const { running, entries } = await readDirectory(tx)
  if (!running) return false
  for (const { stream, name } of entries) await currentGroup(tx, stream, name, clock)
  await loadGroups(tx, clock)
  return true
}

/** Builds the groups of the stored configuration and forgets all others. */
export async function loadGroups(tx: WriteTransaction, clock: GroupClock): Promise<void> {
  tx.deleteRows(groupTable, '')
  const entries = await readStoredEntries(tx, clock.now())
  for (const entry of entries ?? []) await startGroup(tx, entry, clock)
  const directory: Directory = entries ? entries.reduce(addEntry, emptyDirectory) : { ...emptyDirectory, running: false }
  tx.putRow(directoryTable, directoryKey, directory)
}

const refuseStopped = ({ running }: Directory): GroupChangeOutcome | undefined => (running ? undefined : { kind: 'stopped' })

const refuseValues = ({ configuration }: GroupEntry): GroupChangeOutcome | undefined => {
  const reason = valueProblem(configuration)
  return reason === undefined ? undefined : { kind: 'refused', reason }
}

async function save(tx: WriteTransaction, directory: Directory, by: string, clock: GroupClock): Promise<void> {
  tx.putRow(directoryTable, directoryKey, directory)
  const head = await tx.head(configurationStream)
  if (isMissing(head)) await append(tx, metastreamOf(configurationStream), metadataType, configurationMetadata, clock)
  const data = printConfiguration(directory.entries, { by, at: clock.now() })
  await append(tx, configurationStream, configurationType, data, clock)
}

/** A hard-deleted stream takes no event; the rows lead in any case. */
const append = (tx: WriteTransaction, stream: string, type: string, data: string, clock: GroupClock) =>
  appendIn(
    tx,
    { stream, events: newEvents([{ id: clock.uuid(), type, data, metadata: '', isJson: true }]), expected: expectedVersion.any },
    clock,
  )

/** @returns no groups where no configuration is stored, undefined if the stored one is unreadable. */
async function readStoredEntries(tx: ReadTransaction, now: number): Promise<readonly GroupEntry[] | undefined> {
  const [last] = await readIn(tx, configurationStream, { from: Number.MAX_SAFE_INTEGER, direction: 'backward', limit: 1 }, now)
  return last ? readConfiguration(textOf(last.data)) : []
}
