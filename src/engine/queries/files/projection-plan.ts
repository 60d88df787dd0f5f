// Compares projection files with the projections of a server or a store, plans what to do, and does it.

import { projectionPath, search } from '../../../base/paths.ts'
import { isRecord } from '../../../base/platform/realms.ts'
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

/** @returns why it was refused; undefined where it was not. */
export type UpdateProjection = (planned: CarriedOut['projection']) => Promise<string | undefined>

export interface CarryOutOptions {
  readonly patience?: number
  readonly update?: UpdateProjection
}

/**
 * Creates and changes what the plan says. One that is refused does not keep the others from their places; a query that does not run leaves its
 * projection faulted, as on a server.
 *
 * @param options `patience`: milliseconds in which a projection is expected to reach the end of the log; one that faults later is not waited
 *   for. `update`: changes a projection in place of a request.
 */
export async function carryOut(
  send: SendRequest,
  plan: readonly PlannedProjection[],
  { patience = 2000, update }: CarryOutOptions = {},
): Promise<readonly CarriedOut[]> {
  const carried: CarriedOut[] = []
  for (const planned of plan) {
    const { action, file } = planned
    if (!file || (action !== 'create' && action !== 'update')) continue
    const projection = { ...planned, file }
    const reason = await (update && action === 'update' ? update(projection) : bring(send, file, action))
    carried.push({ projection, kind: reason === undefined ? 'done' : 'refused', reason })
  }
  const outcomes: CarriedOut[] = []
  for (const each of carried) outcomes.push(each.kind === 'done' ? await outcomeOf(send, each, patience) : each)
  return outcomes
}

/** @returns those of the files that stay as they are, and are faulted. */
export async function faultedAlready(send: SendRequest, plan: readonly PlannedProjection[]): Promise<readonly CarriedOut[]> {
  const outcomes: CarriedOut[] = []
  for (const planned of plan) {
    const { action, file } = planned
    if (file && action === 'unchanged')
      outcomes.push(await outcomeOf(send, { projection: { ...planned, file }, kind: 'done', reason: undefined }, 0))
  }
  return outcomes.filter(({ kind }) => kind === 'faulted')
}

async function bring(send: SendRequest, file: ProjectionFile, action: 'create' | 'update'): Promise<string | undefined> {
  const { name, query, mode, emit, track, checkpoints, engine } = file
  const permissions = { emit: yes(emit), trackemittedstreams: yes(track) }
  const path =
    action === 'update'
      ? `${projectionPath(name)}/query?${search(permissions)}`
      : `/projections/${pathOfMode[mode]}?${search({ name, type: 'JS', enabled: 'yes', checkpoints: yes(checkpoints), ...permissions, ...(engine === 2 && { engineversion: '2' }) })}`
  const response = await send(action === 'update' ? 'PUT' : 'POST', path, query)
  return response.ok ? undefined : await refusalOf(response, quoted(name))
}

const pathOfMode = { continuous: 'continuous', 'one-time': 'onetime' } as const

/** Milliseconds between two questions. */
const pause = 50

/** Servers prepare a query, and handle events, after they have answered. */
async function outcomeOf(send: SendRequest, carried: CarriedOut, patience: number): Promise<CarriedOut> {
  const { name } = carried.projection
  for (let waited = 0; ; waited += pause) {
    const response = await successOf(send('GET', projectionPath(name)), quoted(name))
    const { status = '', stateReason = '', progress = 0 } = (await objectIn(response, quoted(name))) as Statistics
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
  const what = 'The list of projections'
  const response = await successOf(send('GET', '/projections/all-non-transient'), what)
  const { projections } = (await objectIn(response, what)) as { projections?: readonly { readonly name: string; readonly mode: string }[] }
  if (!Array.isArray(projections)) throw new RefusedProjection(`${what} is none: is this an event store?`)
  return new Map(projections.filter(({ name }) => !name.startsWith('$')).map(({ name, mode }) => [name, mode.toLowerCase()]))
}

async function planned(send: SendRequest, file: ProjectionFile, mode: string | undefined): Promise<PlannedProjection> {
  const { name } = file
  if (mode === undefined) return { name, action: 'create', differences: [], file }
  const response = await successOf(send('GET', `${projectionPath(name)}/query?${search({ config: 'yes' })}`), quoted(name))
  const there = (await objectIn(response, quoted(name))) as {
    query?: string
    emitEnabled?: boolean
    trackEmittedStreams?: boolean
    checkpointsEnabled?: boolean
  }
  const fixed = [
    ...(mode === pathOfMode[file.mode] ? [] : ['mode']),
    ...(file.mode === 'one-time' && there.checkpointsEnabled !== undefined && there.checkpointsEnabled !== file.checkpoints
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
  throw new RefusedProjection(await refusalOf(response, asked))
}

/** Servers of other kinds answer anything. */
async function objectIn(response: Response, asked: string): Promise<object> {
  const document: unknown = await response.json().catch(() => undefined)
  if (isRecord(document)) return document
  throw new RefusedProjection(`${asked} is no JSON object: is this an event store?`)
}

const refusalOf = async (response: Response, asked: string): Promise<string> =>
  `${asked} was refused: ${response.status} ${response.statusText} ${await response.text()}`.trim()
