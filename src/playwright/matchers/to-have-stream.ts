// Looks whether a store has a stream, and which one is meant where it has not.

import type { LoggedExchange, LoggedRequest } from '../../engine/observe/request-log.ts'
import type { Store } from '../../engine/store.ts'
import { streamPath } from '../../base/paths.ts'
import { printQueryProblem } from '../../engine/observe/query-problem.ts'
import { nearest, wordLikeness } from './likeness.ts'
import type { Look } from './polling.ts'

/** The store of a test, as far as looks need it; that of a page has to be asked for its requests. */
export type LookedAt = Pick<Store, 'direct' | 'read' | 'state' | 'partitions' | 'fault' | 'inspect' | 'snapshot'> & {
  /** A page's store does not offer it. */
  readonly explain?: Store['explain']
  readonly requests: {
    readonly entries: readonly LoggedExchange[] | Promise<readonly LoggedExchange[]>
    /** A page's store does not offer them. */
    readonly pending?: readonly LoggedRequest[]
  }
  readonly baseUrl?: string
}

/** Shows the difference between the expected and the found stream. */
export type Differ = (expected: unknown, found: unknown) => string

/** The path in front of every route, without a slash at its end; a base URL may be a path itself. */
export const basePathOf = ({ baseUrl = '/' }: Pick<LookedAt, 'baseUrl'>): string =>
  new URL(baseUrl, 'http://store').pathname.replace(/\/+$/, '')

/** Asks without being seen: not in the request log, and past faults. */
export const ask = (store: LookedAt, path: string, accept = 'application/json'): Promise<Response> =>
  store.direct(new Request(`http://store${basePathOf(store)}${path}`, { headers: { Accept: accept } }))

export async function lookForStream(store: LookedAt, name: string, differ: Differ): Promise<Look> {
  const { status } = await ask(store, streamPath(name), 'application/vnd.eventstore.atom+json')
  const explain = async (): Promise<string> => {
    if (status === 410) return `The stream "${name}" was deleted for good.`
    const names = await streamNames(store)
    const meant = nearest(names, (other) => wordLikeness(other, name))
    const faults = await listFaults(store)
    if (meant === undefined) return `The store has no streams of users.${faults}`
    return `The stream that comes closest:\n\n${differ(name, meant)}\n\n${listNames(names)}${faults}`
  }
  return { pass: status === 200, explain }
}

/** Streams of users, in order of appearance. */
async function streamNames(store: LookedAt): Promise<string[]> {
  const { events } = await store.snapshot()
  return [...new Set(events.map(({ stream }) => stream))].filter((stream) => !stream.startsWith('$'))
}

/** Projections that are faulted and why, as a paragraph of its own: their events are missing. Empty if none is. */
export async function listFaults(store: LookedAt): Promise<string> {
  const response = await ask(store, '/projections/any')
  const { projections } = (await response.json()) as { projections: readonly { readonly name: string; readonly status: string }[] }
  const faulted = projections.filter(({ status }) => status.startsWith('Faulted'))
  const lines = await Promise.all(faulted.map(async ({ name }) => `  ${name}: ${await printFault(store, name)}`))
  return lines.length === 0 ? '' : `\n\nFaulted projections:\n${lines.join('\n')}`
}

/** Why a projection is faulted, and where in its query. */
export async function printFault(store: LookedAt, projection: string): Promise<string> {
  const problem = await store.fault(projection)
  return problem ? printQueryProblem(problem).replaceAll('\r\n', '\n') : 'for no reason that is known'
}

const most = 20

function listNames(names: readonly string[]): string {
  const shown = names.slice(0, most).map((name) => `  ${name}`)
  if (names.length > most) shown.push(`  … and ${names.length - most} more`)
  return `Streams in the store:\n${shown.join('\n')}`
}
