// Writes the system projections into a fresh store, and starts all projections anew after a restart (projections-http §11.1, §12, §13).

import type { WriteTransaction } from '../../storage/storage.ts'
import { textOf } from '../../base/bytes.ts'
import type { Definition } from '../model/definition/definition.ts'
import { isTuningUsable } from '../model/definition/definition.ts'
import { readDefinition } from '../model/definition/definition-json.ts'
import { definitionStream, registrationStream } from '../model/names.ts'
import type { Known } from './preparations.ts'
import { knownBy, knownIn, noteIn } from './preparations.ts'
import type { Prepared } from './prepare.ts'
import type { Registered } from './registration.ts'
import { freePlace, initializeIn, registeredIn, registerIn, takePlaceIn, unregisterIn, writeDefinitionIn } from './registration.ts'
import { putNewIn } from './transition.ts'
import type { ProjectionRow } from '../model/tables.ts'
import { accessRows, emissionRows, partitionRows, placesRows, projectionRows, registrationRows, runRows } from '../model/tables.ts'
import type { Services } from '../services.ts'
import { isBuiltIn, systemDefinitions, systemNames } from '../model/system.ts'

/** Registers the five system projections unless they are. @returns whether it did. */
export async function startIn(services: Services, tx: WriteTransaction): Promise<boolean> {
  const { streams, settings, facts } = services
  if (await streams.headIn(tx, registrationStream)) return false
  await initializeIn(services, tx)
  const first = await registerIn(services, tx, ...systemNames)
  for (const [index, { name, ...definition }] of systemDefinitions(facts.projections).entries()) {
    await writeDefinitionIn(services, tx, name, definition)
    const current = settings.systemProjections ? await enableIn(services, tx, name, definition) : definition
    const row = {
      name,
      id: first + index,
      place: await takePlaceIn(tx),
      definition: undefined,
      state: 'Loading',
      fault: undefined,
    } as const
    await putNewIn(services, tx, row, current)
  }
  return true
}

/** Prepares a Loading projection, and starts it or leaves it stopped. */
export async function load(services: Services, name: string): Promise<void> {
  const { storage, prepared } = services
  const found = await storage.read((tx) => tx.row(projectionRows, name))
  if (found?.state !== 'Loading' || !found.definition) return
  const opened = await prepared.openAnyway(found.definition)
  await prepared.handOver(opened, async (starts) => starts(await storage.write((tx) => finishLoadingIn(services, tx, found, opened))))
}

/** Forgets all rows and reads registrations and definitions anew; a projection whose text must be prepared first is then Loading. */
export async function restartIn(services: Services, tx: WriteTransaction): Promise<void> {
  for (const table of [projectionRows, runRows, partitionRows, emissionRows, accessRows, registrationRows])
    tx.deleteRows(table as typeof runRows, '')
  const range = { from: 0, direction: 'forward', limit: Number.MAX_SAFE_INTEGER } as const
  const { registered, places } = registeredIn(await services.streams.readIn(tx, registrationStream, range))
  // Read together: a database takes as long for one as for many.
  const found = await Promise.all(registered.map((projection) => foundIn(services, tx, projection)))
  let after = places
  const prepared: [row: Loading, known: Known][] = []
  for (const { registered, definition, known } of found) {
    const { name, id, place } = registered
    if (definition === 'gone') {
      await unregisterIn(services, tx, name)
      after = freePlace(after, place)
      continue
    }
    tx.putRow(registrationRows, name, id)
    const row = { ...registered, state: definition ? 'Loading' : 'Creating', fault: undefined } as const
    if (!definition || !known) tx.putRow(projectionRows, name, { ...row, definition })
    else if (isBuiltIn(name)) await finishIn(services, tx, { ...row, definition }, known)
    else prepared.push([{ ...row, definition }, known])
  }
  tx.putRow(placesRows, '', after)
  // Only built-in ones write events, whose order counts.
  await Promise.all(prepared.map(([row, known]) => finishIn(services, tx, row, known)))
}

type Loading = ProjectionRow & { readonly definition: Definition }

/** A registered projection; `known` is absent where its text must be prepared first. */
async function foundIn(services: Services, tx: WriteTransaction, registered: Registered) {
  const { name } = registered
  const definition = await definitionIn(services, tx, name)
  // The order in which queries open decides their random numbers.
  const isKept = definition && definition !== 'gone' && !services.environment.isRepeatable
  return { registered, definition, known: isKept ? await knownIn(services, tx, name, definition) : undefined }
}

async function definitionIn({ streams }: Services, tx: WriteTransaction, name: string): Promise<Definition | 'gone' | undefined> {
  const [event] = await streams.readIn(tx, definitionStream(name), newestFirst)
  return event && readDefinition(textOf(event.data), event.number)
}

const newestFirst = { from: Number.MAX_SAFE_INTEGER, direction: 'backward', limit: 1 } as const

/** @param found the row whose query was opened. @returns the id of a run that is to be started. */
async function finishLoadingIn(
  services: Services,
  tx: WriteTransaction,
  found: ProjectionRow,
  opened: Prepared,
): Promise<string | undefined> {
  const { name } = found
  const row = await tx.row(projectionRows, name)
  if (row?.state !== 'Loading' || row.definition?.version !== found.definition?.version || !row.definition) return undefined
  noteIn(services, tx, name, row.definition, opened)
  return await finishIn(services, tx, { ...row, definition: row.definition }, knownBy(opened))
}

/** Starts a projection whose text is prepared, or leaves it stopped. @returns the id of a run that is to be started. */
async function finishIn(services: Services, tx: WriteTransaction, row: Loading, known: Known): Promise<string | undefined> {
  const { name } = row
  const sources = known.kind === 'usable' ? known.sources : undefined
  // No core can be made, not even to check the query; its sources are shown all the same.
  if (!isTuningUsable(row.definition)) {
    tx.putRow(projectionRows, name, { ...row, definition: { ...row.definition, sources }, state: 'Loaded' })
    return undefined
  }
  if (known.kind === 'unusable') {
    const state = row.definition.enabled ? 'Faulted' : 'Loaded'
    tx.putRow(projectionRows, name, { ...row, state, fault: known.fault })
    return undefined
  }
  const definition = { ...row.definition, sources: known.sources }
  // A system projection that would rest as stopped is enabled, even if a request had disabled it (projections-http §12).
  const isEnabled = definition.enabled || !services.settings.systemProjections || !isBuiltIn(name)
  return await putNewIn(services, tx, row, isEnabled ? definition : await enableIn(services, tx, name, definition))
}

async function enableIn<D extends Definition>(services: Services, tx: WriteTransaction, name: string, definition: D): Promise<D> {
  const enabled = { ...definition, enabled: true, version: definition.version + 1 }
  await writeDefinitionIn(services, tx, name, enabled)
  return enabled
}
