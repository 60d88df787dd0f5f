// Carries out commands, new queries and configurations. They change rows only, which runners then follow.

import type { User } from '../../base/user.ts'
import { noteAccessIn } from '../partitions/access.ts'
import type { ConfiguredMembers, Definition, Tuning } from '../model/definition/definition.ts'
import { mayManage, runAsOf } from '../model/definition/definition.ts'
import type { Command, CommandInput, Transition } from '../model/lifecycle.ts'
import { configRefusal, isTransient, next, withWritten } from '../model/lifecycle.ts'
import type { ChangeOutcome, NotAuthorized } from '../model/outcomes.ts'
import type { ProjectionRow } from '../model/tables.ts'
import { projectionRows, runRows } from '../model/tables.ts'
import type { Services } from '../services.ts'
import { findLoaded, writeLoaded } from './loaded-rows.ts'
import { writeDefinitionIn } from './registration.ts'
import type { Known } from './preparations.ts'
import { knownBy, knownIn, noteIn } from './preparations.ts'
import { applyIn } from './transition.ts'

export interface CommandRequest {
  readonly name: string
  readonly user: User | undefined
  readonly command: Exclude<Command, 'query'>
  /** Whether the projection is to run as the caller. */
  readonly claims: boolean
}

export interface QueryRequest {
  readonly name: string
  readonly user: User | undefined
  readonly query: string
  /** Undefined: unchanged. */
  readonly emitEnabled: boolean | undefined
  readonly trackEmittedStreams: boolean | undefined
  /** Whether the projection begins again with the new query, in the same step. The interface needs two requests for it. Default: false. */
  readonly resets?: boolean
}

export type Configuration = Tuning & Pick<Definition, 'emitEnabled' | 'trackEmittedStreams'>

const refusal = (row: ProjectionRow, user: User | undefined): NotAuthorized | undefined =>
  isTransient(row) || mayManage(user) ? undefined : { kind: 'not-authorized' }

/** Decides, prepares the query if need be, and decides again inside the transaction, until nothing changed in between. */
async function change(services: Services, name: string, user: User | undefined, input: CommandInput): Promise<ChangeOutcome> {
  const { environment, prepared } = services
  for (;;) {
    const before = await findLoaded(services, name)
    const planned = before && !refusal(before, user) ? next(before, input) : undefined
    const known = planned && needsText(planned) ? await knownNow(services, name, planned.definition) : undefined
    const opened = planned && needsText(planned) && !known ? await prepared.open(planned.definition) : undefined
    const text = opened ? knownBy(opened) : known
    const outcome = await prepared.handOver(opened, (starts) =>
      writeLoaded(services, name, async (tx, row): Promise<ChangeOutcome | undefined> => {
        if (!row) return { kind: 'unknown' }
        const refused = refusal(row, user)
        if (refused) return refused
        const transition = next(row, input)
        if (row.definition?.version !== before?.definition?.version || (needsText(transition) && !text)) return undefined
        await noteAccessIn(tx, { name, now: environment.now() })
        if (transition.kind === 'no-reply') return transition
        if (transition.kind === 'unchanged') return { kind: 'updated', name }
        const after = await applyIn(services, tx, { row, run: await tx.row(runRows, name) }, transition, text)
        if (opened && transition.kind === 'changed') noteIn(services, tx, name, transition.definition, opened)
        if (!after) return { kind: 'no-reply' }
        if (after.run?.core === 'Running') starts(after.run.id)
        return { kind: 'updated', name }
      }),
    )
    if (outcome) return outcome
  }
}

/** @returns what is known of the text, where that is enough: nothing is to run. Undefined where a query has to be opened. */
async function knownNow(services: Services, name: string, definition: Definition): Promise<Known | undefined> {
  // The order in which queries open decides their random numbers.
  if (services.environment.isRepeatable) return undefined
  const known = await services.storage.read((tx) => knownIn(services, tx, name, definition))
  return known?.kind === 'unusable' || !definition.enabled ? known : undefined
}

const needsText = (transition: Transition): transition is Extract<Transition, { kind: 'changed' }> =>
  transition.kind === 'changed' && transition.change.core === 'new'

export function carryOut(services: Services, { name, user, command, claims }: CommandRequest): Promise<ChangeOutcome> {
  const runAs = claims ? runAsOf(user, services.settings) : undefined
  return change(services, name, user, { command, ...(runAs && { replaces: { runAs } }) })
}

export function setQuery(
  services: Services,
  { name, user, query, emitEnabled, trackEmittedStreams, resets = false }: QueryRequest,
): Promise<ChangeOutcome> {
  const flags = { ...(emitEnabled !== undefined && { emitEnabled }), ...(trackEmittedStreams !== undefined && { trackEmittedStreams }) }
  return change(services, name, user, { command: resets ? 'reset' : 'query', replaces: { query, ...flags } })
}

export const setConfig = (
  services: Services,
  name: string,
  { emitEnabled, trackEmittedStreams, ...tuning }: Configuration,
): Promise<ChangeOutcome> =>
  writeLoaded(services, name, async (tx, row): Promise<ChangeOutcome> => {
    if (!row) return { kind: 'unknown' }
    const refused = configRefusal(row)
    const definition = row.definition && {
      ...row.definition,
      emitEnabled,
      trackEmittedStreams,
      tuning,
      version: row.definition.version + 1,
    }
    if (refused?.keeps) {
      const configuration: ConfiguredMembers = { emitEnabled, trackEmittedStreams, tuning }
      tx.putRow(projectionRows, name, definition ? withWritten(row, definition) : { ...row, configuration })
    }
    if (refused) return { kind: 'refused', reason: refused.reason }
    if (!definition) return { kind: 'no-reply' }
    await writeDefinitionIn(services, tx, name, definition)
    await noteAccessIn(tx, { name, now: services.environment.now() })
    tx.putRow(projectionRows, name, withWritten(row, definition))
    return { kind: 'updated', name }
  })
