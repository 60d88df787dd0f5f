// Writes the system projections into a fresh store, and starts all projections anew after a restart (projections-http §11.1, §12, §13).

import type { WriteTransaction } from '../../storage/storage.ts'
import { textOf } from '../../streams/metadata/text.ts'
import type { Definition } from '../model/definition.ts'
import { isTuningUsable } from '../model/definition.ts'
import { readDefinition } from '../model/definition-json.ts'
import { definitionStream, registrationStream } from '../model/names.ts'
import type { Prepared } from './prepare.ts'
import { freePlace, registeredIn, takePlaceIn } from './registration.ts'
import type { ProjectionRow } from '../model/tables.ts'
import { accessRows, partitionRows, placesRows, projectionRows, registrationRows, runRows } from '../model/tables.ts'
import type { Services } from '../services.ts'
import { isSystemProjection, systemDefinitions, systemNames } from '../model/system.ts'

export interface Startup {
  /** Registers the five system projections unless they are. @returns whether it did. */
  startIn(tx: WriteTransaction): Promise<boolean>
  /** Forgets all rows and reads registrations and definitions anew; every projection is then Loading. */
  restartIn(tx: WriteTransaction): Promise<void>
  /** Prepares a Loading projection, and starts it or leaves it stopped. */
  load(name: string): Promise<void>
}

type SystemDefinition = ReturnType<typeof systemDefinitions>[number]

export const createStartup = (services: Services): Startup => ({
  async startIn(tx) {
    if (await services.streams.headIn(tx, registrationStream)) return false
    const ids = await services.registration.initializeIn(tx, systemNames)
    for (const [index, definition] of systemDefinitions().entries()) await addSystemProjection(services, tx, ids[index]!, definition)
    return true
  },
  restartIn: (tx) => restartIn(services, tx),
  async load(name) {
    const { storage, prepared } = services
    const found = await storage.read((tx) => tx.row(projectionRows, name))
    if (found?.state !== 'Loading' || !found.definition) return
    const opened = await prepared.open(found.definition)
    const runId = await storage.write((tx) => finishLoadingIn(services, tx, found, opened))
    if (opened.kind === 'usable') prepared.offer(runId, opened.query)
  },
})

async function addSystemProjection(
  { settings, definitionWriter, transitions }: Services,
  tx: WriteTransaction,
  id: number,
  { name, ...definition }: SystemDefinition,
): Promise<void> {
  await definitionWriter.writeIn(tx, name, definition)
  const current = settings.systemProjections ? { ...definition, enabled: true, version: definition.version + 1 } : definition
  if (current !== definition) await definitionWriter.writeIn(tx, name, current)
  const row = { name, id, place: await takePlaceIn(tx), definition: undefined, state: 'Loading', fault: undefined } as const
  const { row: resting, run } = await transitions.makeCoreIn(tx, row, current)
  tx.putRow(projectionRows, name, resting)
  if (run) tx.putRow(runRows, name, run)
}

async function restartIn(services: Services, tx: WriteTransaction): Promise<void> {
  const { streams, registration } = services
  for (const table of [projectionRows, runRows, partitionRows, accessRows, registrationRows]) tx.deleteRows(table as typeof runRows, '')
  const range = { from: 0, direction: 'forward', limit: Number.MAX_SAFE_INTEGER } as const
  const { registered, places } = registeredIn(await streams.readIn(tx, registrationStream, range))
  let after = places
  for (const { name, id, place } of registered) {
    const definition = await definitionIn(services, tx, name)
    if (definition === 'gone') {
      await registration.unregisterIn(tx, name)
      after = freePlace(after, place)
      continue
    }
    tx.putRow(registrationRows, name, id)
    const state = definition ? 'Loading' : 'Creating'
    tx.putRow(projectionRows, name, { name, id, place, definition, state, fault: undefined })
  }
  tx.putRow(placesRows, '', after)
}

async function definitionIn({ streams }: Services, tx: WriteTransaction, name: string): Promise<Definition | 'gone' | undefined> {
  const head = await streams.headIn(tx, definitionStream(name))
  const range = { from: head?.last ?? -1, direction: 'backward', limit: 1 } as const
  const [event] = range.from < 0 ? [] : await streams.readIn(tx, definitionStream(name), range)
  const stored = event && readDefinition(textOf(event.data), event.number)
  if (stored?.kind === 'gone') return 'gone'
  return stored?.kind === 'definition' ? stored.definition : undefined
}

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
  // No core can be made, not even to check the query.
  if (!isTuningUsable(row.definition)) {
    tx.putRow(projectionRows, name, { ...row, state: 'Loaded' })
    return undefined
  }
  if (opened.kind === 'unusable') {
    const state = row.definition.enabled ? 'Faulted' : 'Loaded'
    tx.putRow(projectionRows, name, { ...row, state, fault: opened.fault })
    return undefined
  }
  const { sources } = opened.query.definition
  const definition = await enabledAtStart(services, tx, row, { ...row.definition, sources })
  const made = await services.transitions.makeCoreIn(tx, row, { ...definition, sources })
  tx.putRow(projectionRows, name, made.row)
  if (made.run) tx.putRow(runRows, name, made.run)
  return made.run?.core === 'Running' ? made.run.id : undefined
}

/** Enables a system projection that would rest as stopped after a start, even if a request had disabled it (projections-http §12). */
async function enabledAtStart(
  { settings, definitionWriter }: Services,
  tx: WriteTransaction,
  { name }: ProjectionRow,
  definition: Definition,
): Promise<Definition> {
  if (definition.enabled || !settings.systemProjections || !isSystemProjection(name)) return definition
  const enabled = { ...definition, enabled: true, version: definition.version + 1 }
  await definitionWriter.writeIn(tx, name, enabled)
  return enabled
}
