// Carries a change of a projection out on a copy of the store, and tells which streams came out otherwise.

import { projectionPath, search } from '../../base/paths.ts'
import { StoreError } from '../../base/errors.ts'
import type { Snapshot } from '../snapshot/snapshot.ts'
import { RefusedRequest } from '../shortcuts.ts'
import type { ListedStream } from './listed-streams.ts'
import type { QueryProblem } from './query-problem.ts'

/** What is to happen to a projection. */
export type ProjectionChange =
  | { readonly kind: 'reset' }
  /** It is disabled first, as a deletion needs. The flags are those of the request; default: false. */
  | {
      readonly kind: 'delete'
      readonly deleteStateStream?: boolean
      readonly deleteCheckpointStream?: boolean
      readonly deleteEmittedStreams?: boolean
    }
  /** `resets`: whether it begins again with the new query. Default: false, and it goes on from its state. */
  | { readonly kind: 'query'; readonly query: string; readonly emit?: boolean; readonly resets?: boolean }

/** A stream that a change would leave otherwise. */
export interface ChangedStream {
  readonly name: string
  /** `deleted`: readers find nothing of it any more. `truncated`: events at its beginning go. `written`: events are added, and none goes. */
  readonly effect: 'deleted' | 'truncated' | 'written'
  /** Number of events that readers no longer find. */
  readonly removed: number
  /** Number of events that are added, those that are written again included. */
  readonly written: number
}

/** What a change of a projection would do. */
export interface DryRun {
  /** In the order of their names; streams of metadata are left out. */
  readonly streams: readonly ChangedStream[]
  /** Why the projection would be faulted then. */
  readonly fault: QueryProblem | undefined
}

export interface DryRunOptions {
  /** Ends the wait for projections that do not settle; the dry run then rejects with its reason. */
  readonly signal?: AbortSignal
}

/** As much of a store as is needed. */
export interface CopiedStore {
  restore(snapshot: Snapshot): Promise<void>
  settled(options: DryRunOptions): Promise<void>
  unsettled(): Promise<readonly string[]>
  streams(): Promise<readonly ListedStream[]>
  fault(projection: string): Promise<QueryProblem | undefined>
  direct(request: Request): Promise<Response>
  close(): Promise<void>
}

/** Milliseconds in which the projections of the copy have to settle. */
const patience = 60_000

/**
 * @param copy a store in memory, which is changed and closed.
 * @throws StoreError `invalid-options` for a change that is none; RefusedRequest as the change would be refused; StoreError `projection-faulted` never: that is a part of the outcome.
 */
export async function dryRunOn(
  copy: CopiedStore,
  snapshot: Snapshot,
  { projection, change, signal }: { readonly projection: string; readonly change: ProjectionChange } & DryRunOptions,
): Promise<DryRun> {
  const settled = () => copy.settled({ signal: AbortSignal.any([AbortSignal.timeout(patience), ...(signal ? [signal] : [])]) })
  try {
    requireChange(change)
    await copy.restore(snapshot)
    if (change.kind === 'delete') await command(copy, projection, 'disable')
    // What is behind is not what the change does.
    await settled()
    const before = await copy.streams()
    await carryOut(copy, projection, change)
    await settled()
    const fault = change.kind === 'delete' ? undefined : await copy.fault(projection)
    return { streams: differences(before, await copy.streams()), fault }
  } catch (error) {
    signal?.throwIfAborted()
    if ((error as Error | undefined)?.name === 'TimeoutError') throw neverSettles(await copy.unsettled())
    throw error
  } finally {
    await copy.close()
  }
}

/** Programs in JavaScript may give anything. */
function requireChange(change: Partial<Readonly<Record<'kind' | 'query', unknown>>> | undefined): void {
  const problem = !['reset', 'delete', 'query'].includes(String(change?.kind))
    ? 'kind: expected one of "reset", "delete", "query"'
    : change?.kind === 'query' && typeof change.query !== 'string'
      ? 'query: expected a text'
      : undefined
  if (problem === undefined) return
  throw new StoreError('invalid-options', `This change cannot be tried: ${problem}.`, {
    hint: 'The type ProjectionChange says what there is.',
  })
}

async function carryOut(copy: CopiedStore, projection: string, change: ProjectionChange): Promise<void> {
  if (change.kind === 'reset') return await command(copy, projection, 'reset')
  if (change.kind === 'delete') {
    const { deleteStateStream = false, deleteCheckpointStream = false, deleteEmittedStreams = false } = change
    return await ask(
      copy,
      'DELETE',
      `${projectionPath(projection)}?${search({ deleteStateStream, deleteCheckpointStream, deleteEmittedStreams })}`,
    )
  }
  const { query, emit, resets = false } = change
  await ask(
    copy,
    'PUT',
    `${projectionPath(projection)}/query${emit === undefined ? '' : `?${search({ emit: emit ? 'yes' : 'no' })}`}`,
    query,
  )
  if (resets) await command(copy, projection, 'reset')
}

const command = (copy: CopiedStore, projection: string, name: 'disable' | 'reset'): Promise<void> =>
  ask(copy, 'POST', `${projectionPath(projection)}/command/${name}`)

async function ask(copy: CopiedStore, method: string, path: string, body?: string): Promise<void> {
  const response = await copy.direct(new Request(`http://store${path}`, { method, ...(body !== undefined && { body }) }))
  // A text that cannot run is refused after it has taken effect.
  if (response.ok || (method === 'PUT' && response.status !== 404)) return
  throw new RefusedRequest(`${method} ${path}`, response, await response.text())
}

function differences(before: readonly ListedStream[], after: readonly ListedStream[]): readonly ChangedStream[] {
  const known = new Map(before.map((stream) => [stream.name, stream]))
  return after.flatMap((stream) => {
    if (stream.name.startsWith('$$')) return []
    const { events = 0, last = -1, deleted = 'no' } = known.get(stream.name) ?? {}
    // Events that were written and cut since, for instance before a reset, reach no reader.
    const written = Math.min(Math.max(0, stream.last - last), stream.events)
    const removed = events - Math.max(0, stream.events - written)
    if (written === 0 && removed === 0) return []
    const isDeleted = stream.deleted !== 'no' && deleted === 'no'
    return [{ name: stream.name, effect: isDeleted ? 'deleted' : removed > 0 ? 'truncated' : 'written', removed, written }]
  })
}

const neverSettles = (names: readonly string[]): StoreError =>
  new StoreError(
    'invalid-options',
    `The dry run has not ended after ${patience / 1000} s: ${names.join(', ') || 'a projection that feeds itself'}.`,
    {
      hint: 'A projection that handles its own events never comes to rest; disable it first.',
    },
  )
