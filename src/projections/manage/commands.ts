// Carries out commands, new queries and configurations. They change rows only, which runners then follow.

import type { User } from '../../base/user.ts'
import { noteAccessIn } from '../partitions/access.ts'
import type { Definition, Tuning } from '../model/definition.ts'
import { runAsOf } from '../model/definition.ts'
import type { Command, CommandInput, Transition } from '../model/lifecycle.ts'
import { isTransient, mayConfigure, next } from '../model/lifecycle.ts'
import type { ChangeOutcome, NotAuthorized, Unknown } from '../model/outcomes.ts'
import type { ProjectionRow } from '../model/tables.ts'
import { projectionRows, runRows } from '../model/tables.ts'
import type { Services } from '../services.ts'
import type { PreparedText } from './transition.ts'

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
}

export type Configuration = Tuning & Pick<Definition, 'emitEnabled' | 'trackEmittedStreams'>

export interface Commands {
  command(request: CommandRequest): Promise<ChangeOutcome>
  setQuery(request: QueryRequest): Promise<ChangeOutcome>
  setConfig(name: string, configuration: Configuration): Promise<ChangeOutcome>
}

/** The second stage of permission: who may change one-time and continuous projections (projections-http §3). */
export const mayManage = (user: User | undefined): boolean =>
  user !== undefined && (user.groups.includes('$admins') || user.groups.includes('$ops'))

export function createCommands(services: Services): Commands {
  const { storage, environment, settings, prepared, transitions, definitionWriter } = services

  const refusal = (row: ProjectionRow | undefined, user: User | undefined): Unknown | NotAuthorized | undefined => {
    if (!row) return { kind: 'unknown' }
    return isTransient(row) || mayManage(user) ? undefined : { kind: 'not-authorized' }
  }

  /** Decides, prepares the query if need be, and decides again inside the transaction, until nothing changed in between. */
  const change = async (name: string, user: User | undefined, input: CommandInput): Promise<ChangeOutcome> => {
    for (;;) {
      const row = await storage.read((tx) => tx.row(projectionRows, name))
      const refused = refusal(row, user)
      if (refused || !row) return refused ?? { kind: 'unknown' }
      const transition = next(row, input)
      const text = needsText(transition) ? await prepared.open(transition.definition) : undefined
      const outcome = await carryOut(name, user, input, row, text)
      if (text?.kind === 'usable') prepared.offer(outcome?.run, text.query)
      if (outcome) return outcome.outcome
    }
  }

  const carryOut = (
    name: string,
    user: User | undefined,
    input: CommandInput,
    before: ProjectionRow,
    text: Awaited<ReturnType<typeof prepared.open>> | undefined,
  ): Promise<{ readonly outcome: ChangeOutcome; readonly run: string | undefined } | undefined> =>
    storage.write(async (tx) => {
      const [row, run] = await Promise.all([tx.row(projectionRows, name), tx.row(runRows, name)])
      const refused = refusal(row, user)
      if (refused || !row) return { outcome: refused ?? { kind: 'unknown' }, run: undefined }
      const transition = next(row, input)
      if (row.definition?.version !== before.definition?.version || (needsText(transition) && !text)) return undefined
      await noteAccessIn(tx, { name, now: environment.now() })
      if (transition.kind === 'no-reply') return { outcome: { kind: 'no-reply' }, run: undefined }
      if (transition.kind === 'unchanged') return { outcome: { kind: 'updated', name }, run: undefined }
      const applied = await transitions.applyIn(tx, { row, run }, transition, text && preparedText(text))
      if (applied.kind === 'no-reply') return { outcome: { kind: 'no-reply' }, run: undefined }
      const { run: after } = applied.projection
      return { outcome: { kind: 'updated', name }, run: after?.core === 'Running' ? after.id : undefined }
    })

  return {
    command({ name, user, command, claims }) {
      const runAs = claims ? runAsOf(user, settings) : undefined
      return change(name, user, { command, ...(runAs && { replaces: { runAs } }) })
    },
    setQuery({ name, user, query, emitEnabled, trackEmittedStreams }) {
      const flags = { ...(emitEnabled !== undefined && { emitEnabled }), ...(trackEmittedStreams !== undefined && { trackEmittedStreams }) }
      return change(name, user, { command: 'query', replaces: { query, ...flags } })
    },
    setConfig: (name, { emitEnabled, trackEmittedStreams, ...tuning }) =>
      storage.write(async (tx): Promise<ChangeOutcome> => {
        const row = await tx.row(projectionRows, name)
        if (!row) return { kind: 'unknown' }
        const permission = mayConfigure(row)
        const changed = row.definition && {
          ...row.definition,
          emitEnabled,
          trackEmittedStreams,
          tuning,
          version: row.definition.version + 1,
        }
        if (permission.kind === 'refused') {
          if (permission.keeps && changed) tx.putRow(projectionRows, name, { ...row, definition: changed })
          return { kind: 'refused', reason: permission.reason }
        }
        if (!changed) return { kind: 'no-reply' }
        await definitionWriter.writeIn(tx, name, changed)
        await noteAccessIn(tx, { name, now: environment.now() })
        tx.putRow(projectionRows, name, { ...row, definition: changed })
        return { kind: 'updated', name }
      }),
  }
}

const needsText = (transition: Transition): transition is Extract<Transition, { kind: 'changed' }> =>
  transition.kind === 'changed' && transition.change.core === 'new'

type Opened = Awaited<ReturnType<Services['prepared']['open']>>

const preparedText = (opened: Opened): PreparedText =>
  opened.kind === 'usable' ? { kind: 'usable', sources: opened.query.definition.sources } : opened
