// Decides whether a store keeps the promises of a scenario's lesson, and says what it has instead.

import { isSame } from '../../base/json/is-same.ts'
import type { LessonEvent, LessonPromise, LessonRequest } from './scenario.ts'

/** What a store has instead of a promise; texts are JSON. */
export type Instead =
  | { readonly kind: 'no-response' }
  | { readonly kind: 'status'; readonly status: number }
  /** Of the projection's status; empty where it has none. */
  | { readonly kind: 'reason'; readonly reason: string }
  | { readonly kind: 'state'; readonly state: string }
  | { readonly kind: 'events'; readonly events: string }

/** The part of a store that promises are about. */
export interface PromisingStore {
  read(stream: string): Promise<readonly LessonEvent[]>
  state(projection: string, partition?: string): Promise<unknown>
  direct(request: Request): Promise<Response>
}

/** Headers and body of a request; the caller adds address and credentials. */
export function contentOf({ headers, body }: LessonRequest): { readonly headers: Record<string, string>; readonly body?: string } {
  if (body === undefined) return { headers: { ...headers } }
  if (typeof body === 'string') return { headers: { ...headers }, body }
  return { headers: { 'Content-Type': 'application/json', ...headers }, body: JSON.stringify(body) }
}

/**
 * @param status of the response to the step's request; undefined if it was not sent.
 * @returns undefined if the promise is kept.
 */
export async function broken(store: PromisingStore, promise: LessonPromise, status?: number): Promise<Instead | undefined> {
  if ('status' in promise)
    return promise.status === status ? undefined : status === undefined ? { kind: 'no-response' } : { kind: 'status', status }
  if ('stream' in promise) return brokenEvents(await store.read(promise.stream), promise.events)
  if ('fault' in promise) {
    const reason = await stateReason(store, promise.projection)
    return reason.includes(promise.fault) ? undefined : { kind: 'reason', reason }
  }
  const state = await store.state(promise.projection, promise.partition)
  return isSame(state, promise.state) ? undefined : { kind: 'state', state: JSON.stringify(state) ?? '' }
}

function brokenEvents(events: readonly LessonEvent[], promised: readonly LessonEvent[]): Instead | undefined {
  const isKept =
    events.length === promised.length &&
    promised.every(({ number, type, data }, index) => {
      const event = events[index]!
      return event.number === number && event.type === type && (data === undefined || isSame(event.data, data))
    })
  if (isKept) return undefined
  return { kind: 'events', events: JSON.stringify(events.map(({ number, type, data }) => ({ number, type, data }))) }
}

async function stateReason(store: Pick<PromisingStore, 'direct'>, projection: string): Promise<string> {
  const statistics = new Request(`http://store/projection/${encodeURIComponent(projection)}/statistics`, {
    headers: { Accept: 'application/json' },
  })
  const response = await store.direct(statistics)
  if (!response.ok) return ''
  const { projections } = (await response.json()) as { projections: readonly { stateReason: string }[] }
  return projections[0]?.stateReason ?? ''
}
