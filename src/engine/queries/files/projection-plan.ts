// Compares projection files with the projections of a server or a store, plans what to do, and does it.

import { projectionPath, search } from '../../../base/paths.ts'
import { realTime } from '../../../base/time/real-time.ts'
import type { ProjectionFile } from './projection-file.ts'

/** Sends a request to the destination. */
export type SendRequest = (method: string, path: string, body?: string) => Promise<Response>

export interface PlannedProjection {
  readonly name: string
  /**
   * `update`: its query or its permissions differ. `conflict`: the server changes neither mode nor checkpoints of a projection that exists.
   * `only-there`: no file is its; it stays as it is.
   */
  readonly action: 'create' | 'update' | 'unchanged' | 'conflict' | 'only-there'
  /** What differs, in words: query, emit, track, mode, checkpoints. */
  readonly differences: readonly string[]
  /** Undefined for one that is only there. */
  readonly file: ProjectionFile | undefined
}

/** The server refused what a plan needs. */
export class RefusedProjection extends Error {
  override readonly name = 'RefusedProjection'
}

/** @returns the plan in the order of names; nothing is changed. */
export async function planProjections(send: SendRequest, files: readonly ProjectionFile[]): Promise<readonly PlannedProjection[]> {
  const there = await projectionsThere(send)
  const plan: PlannedProjection[] = []
  for (const file of files) plan.push(await planned(send, file, there.get(file.name)))
  const names = new Set(files.map(({ name }) => name))
  for (const name of there.keys()) if (!names.has(name)) plan.push({ name, action: 'only-there', differences: [], file: undefined })
  return plan.toSorted((one, other) => (one.name < other.name ? -1 : 1))
}

/** Whether the projections there are not those of the files. */
export const hasDrifted = (plan: readonly PlannedProjection[]): boolean =>
  plan.some(({ action }) => action === 'create' || action === 'update' || action === 'conflict')

/** A projection that a plan has created or changed, or was to. */
export interface CarriedOut {
  readonly projection: PlannedProjection & { readonly file: ProjectionFile }
  /** `faulted`: it is there and does not run. */
  readonly kind: 'done' | 'faulted' | 'refused'
  /** Why it is faulted or was refused. */
  readonly reason: string | undefined
}

/**
 * Creates and changes what the plan says. One that is refused does not keep the others from their places; a query that does not run leaves its
 * projection faulted, as on a server.
 */
export async function carryOut(send: SendRequest, plan: readonly PlannedProjection[]): Promise<readonly CarriedOut[]> {
  const carried: CarriedOut[] = []
  for (const planned of plan) {
    const { action, file } = planned
    if (!file || (action !== 'create' && action !== 'update')) continue
    const projection = { ...planned, file }
    try {
      await bring(send, file, action)
      carried.push({ projection, kind: 'done', reason: undefined })
    } catch (error) {
      if (!(error instanceof RefusedProjection)) throw error
      carried.push({ projection, kind: 'refused', reason: error.message })
    }
  }
  const outcomes: CarriedOut[] = []
  for (const each of carried) outcomes.push(each.kind === 'done' ? await outcomeOf(send, each) : each)
  return outcomes
}

async function bring(send: SendRequest, file: ProjectionFile, action: 'create' | 'update'): Promise<void> {
  const { name, query, mode, emit, track, checkpoints, engine } = file
  const permissions = { emit: yes(emit), trackemittedstreams: yes(track) }
  const path =
    action === 'update'
      ? `${projectionPath(name)}/query?${search(permissions)}`
      : `/projections/${mode}?${search({ name, type: 'JS', enabled: 'yes', checkpoints: yes(checkpoints), ...permissions, ...(engine === 2 && { engineversion: '2' }) })}`
  await successOf(send(action === 'update' ? 'PUT' : 'POST', path, query), quoted(name))
}

/** Milliseconds in which a projection is expected to reach the end of the log; one that faults later is not waited for. */
const patience = 2000
const pause = 50

/** Servers prepare a query, and handle events, after they have answered. */
async function outcomeOf(send: SendRequest, carried: CarriedOut): Promise<CarriedOut> {
  const { name } = carried.projection
  for (let waited = 0; ; waited += pause) {
    const response = await successOf(send('GET', projectionPath(name)), quoted(name))
    const { status = '', stateReason = '', progress = 0 } = (await response.json()) as Statistics
    if (status.startsWith('Faulted')) return { ...carried, kind: 'faulted', reason: stateReason }
    const isThere = progress >= 100 && !/Preparing|Loading|Starting|Creating/i.test(status)
    if (isThere || waited >= patience || /Stopped|Completed/.test(status)) return carried
    await new Promise<void>((resolve) => realTime.after(pause, resolve))
  }
}

interface Statistics {
  readonly status?: string
  readonly stateReason?: string
  readonly progress?: number
}

/** As the interface spells truth. */
const yes = (value: boolean): string => (value ? 'yes' : 'no')

/** Modes of users' projections by name, without transient ones. */
async function projectionsThere(send: SendRequest): Promise<ReadonlyMap<string, string>> {
  const response = await successOf(send('GET', '/projections/all-non-transient'), 'The list of projections')
  const { projections } = (await response.json()) as { projections: readonly { readonly name: string; readonly mode: string }[] }
  return new Map(projections.filter(({ name }) => !name.startsWith('$')).map(({ name, mode }) => [name, mode.toLowerCase()]))
}

async function planned(send: SendRequest, file: ProjectionFile, mode: string | undefined): Promise<PlannedProjection> {
  const { name } = file
  if (mode === undefined) return { name, action: 'create', differences: [], file }
  const response = await successOf(send('GET', `${projectionPath(name)}/query?${search({ config: 'yes' })}`), quoted(name))
  const there = (await response.json()) as {
    query?: string
    emitEnabled?: boolean
    trackEmittedStreams?: boolean
    checkpointsEnabled?: boolean
  }
  const fixed = [
    ...(mode === file.mode ? [] : ['mode']),
    ...(file.mode === 'onetime' && there.checkpointsEnabled !== undefined && there.checkpointsEnabled !== file.checkpoints
      ? ['checkpoints']
      : []),
  ]
  const changes = [
    ...(there.query === file.query ? [] : ['query']),
    ...((there.emitEnabled ?? false) === file.emit ? [] : ['emit']),
    ...((there.trackEmittedStreams ?? false) === file.track ? [] : ['track']),
  ]
  const action = fixed.length > 0 ? 'conflict' : changes.length > 0 ? 'update' : 'unchanged'
  return { name, action, differences: [...fixed, ...changes], file }
}

const quoted = (name: string): string => `The projection "${name}"`

async function successOf(sent: Promise<Response>, asked: string): Promise<Response> {
  const response = await sent
  if (response.ok) return response
  const { status, statusText } = response
  throw new RefusedProjection(`${asked} was refused: ${status} ${statusText} ${await response.text()}`.trim())
}
