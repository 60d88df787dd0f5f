// Creates projections: names and conflicts, registration, the first definition, the first core (projections-http §5).

import { byteLength } from '../../base/bytes.ts'
import type { User } from '../../base/user.ts'
import type { WriteTransaction } from '../../storage/storage.ts'
import { mostDataBytes } from '../../streams/write/event-size.ts'
import { noteAccessIn } from '../partitions/access.ts'
import type { Definition, Mode } from '../model/definition/definition.ts'
import { defaultTuning, engineVersionIn, mayManage, runAsOf } from '../model/definition/definition.ts'
import { definitionJson } from '../model/definition/definition-json.ts'
import { eventTypes } from '../model/names.ts'
import type { Conflict, CreateOutcome, Refused } from '../model/outcomes.ts'
import { writeLoaded } from './loaded-rows.ts'
import { noteIn } from './preparations.ts'
import { nextVersionIn, registerIn, takePlaceIn, writeDefinitionIn } from './registration.ts'
import { putNewIn } from './transition.ts'
import type { ProjectionRow } from '../model/tables.ts'
import { projectionRows, registrationRows } from '../model/tables.ts'
import type { Services } from '../services.ts'

export interface CreateRequest {
  /** Undefined: a GUID. */
  readonly name: string | undefined
  readonly user: User | undefined
  readonly mode: Mode
  readonly handlerType: string
  readonly query: string
  readonly enabled: boolean
  readonly checkpoints: boolean
  readonly emit: boolean
  readonly trackEmittedStreams: boolean
  /** The engine that the request names. Default: 1. */
  readonly engineVersion?: number
}

/** White space as .NET defines it, unlike JavaScript. */
const blank = /^[\t-\r \u0085\u00a0\u1680\u2000-\u200a\u2028\u2029\u202f\u205f\u3000]*$/

const noHandlerType = "HandlerType (Parameter 'persistedState')"

const transientRefused = 'Transient projections are deprecated. Use the secondary indexing query API.'

/** Number of every transient projection. */
const transientId = -2

/** Creates a projection; one with an unusable query is created too, and faulted (projections-http §5.3). */
export async function createProjection(services: Services, request: CreateRequest): Promise<CreateOutcome> {
  const { storage, environment, prepared, settings, facts } = services
  const { user, mode, name = environment.uuid() } = request
  if (mode === 'Transient' && !(settings.transientProjections ?? facts.projections.transient))
    return { kind: 'refused', reason: transientRefused }
  if (mode !== 'Transient' && !mayManage(user)) return { kind: 'not-authorized' }
  if (blank.test(name)) return { kind: 'refused', reason: 'Projection name is required' }

  const definitionOf = (version: number): Definition => ({
    handlerType: request.handlerType,
    query: request.query,
    mode,
    enabled: request.enabled,
    emitEnabled: request.emit,
    checkpointsDisabled: !request.checkpoints,
    trackEmittedStreams: request.trackEmittedStreams && request.emit,
    epoch: -1,
    version,
    runAs: runAsOf(user, settings),
    tuning: defaultTuning,
    sources: undefined,
    ...engineVersionIn(facts.projections, request.engineVersion),
  })

  // A read is enough here; names that are refused later may still have to be registered.
  const isTaken = await storage.read(async (tx) => (await tx.row(registrationRows, name)) !== undefined)
  if (isTaken) return duplicate(name)

  const text = await prepared.open(definitionOf(0))
  return await prepared.handOver(text, (starts) =>
    writeLoaded(services, name, async (tx, other): Promise<CreateOutcome> => {
      const refused = await refuseIn(services, tx, { ...request, name }, other)
      if (refused) return refused
      const id = await idIn(services, tx, name, mode)
      const definition = definitionOf(await nextVersionIn(services, tx, name))
      const row: ProjectionRow = { name, id, place: await takePlaceIn(tx), definition, state: 'Loading', fault: undefined }
      await noteAccessIn(tx, { name, now: environment.now() })
      const sources = text.kind === 'usable' ? text.query.definition.sources : undefined
      const reason = facts.projections.faultsOversizedQueries ? oversized(name, { ...definition, sources }) : undefined
      if (reason !== undefined) {
        tx.putRow(projectionRows, name, { ...row, state: 'Faulted', fault: text.kind === 'unusable' ? text.fault : { reason } })
        return { kind: 'refused', reason }
      }
      noteIn(services, tx, name, definition, text)
      await writeDefinitionIn(services, tx, name, { ...definition, sources })
      if (sources) starts(await putNewIn(services, tx, row, { ...definition, sources }))
      else if (text.kind === 'unusable') tx.putRow(projectionRows, name, { ...row, state: 'Faulted', fault: text.fault })
      return { kind: 'updated', name }
    }),
  )
}

/** @returns why the definition cannot be written, if a record of the log cannot hold it: its type counts with two bytes a character. */
function oversized(name: string, definition: Definition): string | undefined {
  if (definition.mode === 'Transient' || definition.query.length * 6 < mostDataBytes) return undefined
  const size = byteLength(definitionJson(definition)) + eventTypes.updated.length * 2
  if (size <= mostDataBytes) return undefined
  return `Projection '${name}' definition record size (${size} bytes) exceeds the maximum of ${mostDataBytes} bytes.`
}

const duplicate = (name: string): Conflict => ({ kind: 'conflict', reason: `Duplicate projection names : ${name}` })

const idIn = async (services: Services, tx: WriteTransaction, name: string, mode: Mode): Promise<number> =>
  mode === 'Transient' ? transientId : await registerIn(services, tx, name)

/** Finds the conflicts of projections-http §5.2; some of them leave the name registered, or a projection without a definition. */
async function refuseIn(
  services: Services,
  tx: WriteTransaction,
  { name, mode, emit, checkpoints, handlerType }: CreateRequest & { readonly name: string },
  other: ProjectionRow | undefined,
): Promise<Conflict | Refused | undefined> {
  if ((await tx.row(registrationRows, name)) !== undefined) return duplicate(name)
  const reason =
    mode === 'OneTime' && emit && !checkpoints
      ? 'Emit requires checkpoints'
      : other
        ? `An item with the same key has already been added. Key: ${name}`
        : handlerType === ''
          ? noHandlerType
          : undefined
  if (reason === undefined) return undefined
  const id = await idIn(services, tx, name, mode)
  // The server looks at the handler type last, when the projection is already among the others.
  if (reason === noHandlerType) {
    tx.putRow(projectionRows, name, { name, id, place: await takePlaceIn(tx), definition: undefined, state: 'Creating', fault: undefined })
  }
  return { kind: 'refused', reason }
}
