// Decides the effect of a command on a projection: one table of resting states and commands (projections-http §7.3).

import type { Definition } from './definition/definition.ts'
import type { Refused } from './outcomes.ts'
import type { ManagerState, ProjectionRow } from './tables.ts'

export type Command = 'disable' | 'enable' | 'abort' | 'reset' | 'query'

/** Resting states that the table distinguishes: `Unprepared` has no core of the present query, mostly because of a fault while prepared. */
export type RestingState = Exclude<ManagerState, 'Loading'> | 'Unprepared'

/** The effect on the core. */
type CoreChange =
  /** It stays as it is, and the manager moves to another state. */
  | { readonly core: 'keep'; readonly to: ManagerState }
  /** It stops where it is, `with` or without a checkpoint, and the manager moves on. */
  | { readonly core: 'stop'; readonly checkpoint: boolean; readonly to: ManagerState }
  /**
   * The text is prepared and a new core made, which runs or is loaded as stopped; where the text cannot be prepared, the manager
   * rests as Faulted. A core that runs until then stops with a checkpoint.
   */
  | { readonly core: 'new'; readonly checkpoint: boolean; readonly resets: boolean }

type Cell = CoreChange | 'unchanged' | 'no-reply'

const keep = (to: ManagerState): Cell => ({ core: 'keep', to })
const stop = (to: ManagerState, checkpoint: boolean): Cell => ({ core: 'stop', to, checkpoint })
const anew: Cell = { core: 'new', checkpoint: false, resets: false }
const afterStop: Cell = { core: 'new', checkpoint: true, resets: false }
const fromStart: Cell = { core: 'new', checkpoint: false, resets: true }
const fromStartAfterStop: Cell = { core: 'new', checkpoint: true, resets: true }

/** Rows are resting states, columns are commands, in the order of the specification's table. */
const table: Readonly<Record<RestingState, Readonly<Record<Command, Cell>>>> = {
  Running: {
    disable: stop('Stopped', true),
    enable: 'unchanged',
    abort: stop('Aborted', false),
    reset: fromStartAfterStop,
    query: afterStop,
  },
  Stopping: { disable: 'no-reply', enable: 'no-reply', abort: stop('Aborted', false), reset: 'no-reply', query: 'no-reply' },
  Stopped: { disable: keep('Stopped'), enable: anew, abort: keep('Stopped'), reset: fromStart, query: anew },
  Completed: { disable: keep('Stopped'), enable: anew, abort: keep('Completed'), reset: fromStart, query: fromStart },
  Aborted: { disable: keep('Stopped'), enable: anew, abort: keep('Aborted'), reset: fromStart, query: anew },
  Faulted: { disable: keep('Stopped'), enable: anew, abort: keep('Faulted'), reset: fromStart, query: anew },
  Unprepared: { disable: anew, enable: anew, abort: anew, reset: fromStart, query: anew },
  Loaded: { disable: anew, enable: anew, abort: anew, reset: fromStart, query: anew },
  Creating: { disable: 'no-reply', enable: 'no-reply', abort: 'no-reply', reset: 'no-reply', query: 'no-reply' },
}

/** @param row not Loading: callers wait for the end of a restart. */
export function restingState({ state, definition, unprepared }: ProjectionRow): RestingState {
  if (state === 'Loading') throw new Error('A projection that is being loaded takes no commands.')
  const isUnprepared = unprepared || (state === 'Faulted' && !definition?.sources)
  return isUnprepared && state !== 'Loaded' ? 'Unprepared' : state
}

export type Transition =
  /** Answered as a success, and nothing changes, not even the version. */
  | { readonly kind: 'unchanged' }
  /** The server never answers, and nothing changes. */
  | { readonly kind: 'no-reply' }
  | {
      readonly kind: 'changed'
      /** The definition that is written, with its new version; `sources` are still those of before. */
      readonly definition: Definition
      readonly change: CoreChange
      /** Stays instead where the tuning allows no core: no version is written, and there is no reply (projections-http §10.3). */
      readonly unmade: ProjectionRow
    }

/** A command and its arguments. */
export interface CommandInput {
  readonly command: Command
  /** Members of the definition that the command replaces: query and flags of PUT query, the identity of `enableRunAs`. */
  readonly replaces?: Partial<Pick<Definition, 'query' | 'emitEnabled' | 'trackEmittedStreams' | 'runAs'>>
}

/** The next step of a projection (projections-http §7.3, §7.4): every accepted command raises the version by one. */
export function next(row: ProjectionRow, { command, replaces = {} }: CommandInput): Transition {
  const cell = table[restingState(row)][command]
  if (cell === 'no-reply' || !row.definition) return { kind: 'no-reply' }
  if (cell === 'unchanged') return { kind: 'unchanged' }
  const version = row.definition.version + 1
  const definition: Definition = {
    ...row.definition,
    ...replaces,
    version,
    enabled: enabledAfter(command, row.definition),
    epoch: cell.core === 'new' && cell.resets ? version : row.definition.epoch,
  }
  return { kind: 'changed', change: cell, definition, unmade: unmade(row, row.definition, command, definition) }
}

/** The change is made except for the core; the next version that is written has it. */
function unmade(row: ProjectionRow, { version, epoch }: Definition, command: Command, changed: Definition): ProjectionRow {
  // A reset fails before it begins where the version before it is not written.
  const hasBegun = command !== 'reset' || !row.unwritten
  const isStopped = hasBegun && command !== 'abort' && row.state !== 'Loaded'
  return {
    ...row,
    definition: { ...changed, version, epoch: hasBegun ? changed.epoch : epoch },
    state: isStopped ? 'Stopped' : row.state,
    unprepared: command !== 'enable' || restingState(row) === 'Unprepared',
    unwritten: true,
  }
}

/** The row with a definition that is written. */
export const withWritten = ({ unwritten: _unwritten, ...row }: ProjectionRow, definition: Definition): ProjectionRow => ({
  ...row,
  definition,
})

const enabledAfter = (command: Command, { enabled }: Definition): boolean =>
  command === 'enable' || (enabled && command !== 'disable' && command !== 'abort')

const isAtRest = ({ state }: ProjectionRow): boolean => state === 'Stopped' || state === 'Faulted'

/** Why `PUT config` is refused, if it is (projections-http §7.3); `keeps` where the new values take effect although it is. */
export function configRefusal(row: ProjectionRow): (Refused & { readonly keeps?: true }) | undefined {
  const { state } = row
  const wrongState = `Did not expect ManagedProjectionState in state ${state}.`
  if (state === 'Creating') return { kind: 'refused', reason: wrongState, keeps: true }
  if (isAtRest(row)) return undefined
  if (!isTransient(row)) return { kind: 'refused', reason: "Cannot update the config of a projection that hasn't been stopped or faulted." }
  return state === 'Running' || state === 'Stopping' ? { kind: 'refused', reason: wrongState, keeps: true } : undefined
}

/** Why a DELETE is refused, if it is; the caller refuses those of system projections first (projections-http §7.3). */
export const deletionRefusal = (row: ProjectionRow): Refused | undefined =>
  isTransient(row) || isAtRest(row)
    ? undefined
    : { kind: 'refused', reason: "Cannot delete a projection that hasn't been stopped or faulted." }

/** A name that was registered and never defined counts as transient (projections-http §7.3). */
export const isTransient = ({ definition }: ProjectionRow): boolean => !definition || definition.mode === 'Transient'
