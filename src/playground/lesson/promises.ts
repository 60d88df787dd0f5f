// Decides whether a store keeps the promises of a scenario's lesson.

import type { LessonEvent, LessonPromise, LessonRequest } from '../../engine/scenario/scenario.ts'
import type { Store } from '../../engine/store.ts'
import { lesson as texts } from '../strings/english/lesson.ts'

/** Headers and body of a request; the caller adds address and credentials. */
export function contentOf({ headers, body }: LessonRequest): { readonly headers: Record<string, string>; readonly body?: string } {
  if (body === undefined) return { headers: { ...headers } }
  if (typeof body === 'string') return { headers: { ...headers }, body }
  return { headers: { 'Content-Type': 'application/json', ...headers }, body: JSON.stringify(body) }
}

/**
 * @param status of the response to the step's request; undefined if it was not sent.
 * @returns what the store has instead; undefined if the promise is kept.
 */
export async function broken(store: Store, promise: LessonPromise, status?: number): Promise<string | undefined> {
  if ('status' in promise) return promise.status === status ? undefined : status === undefined ? texts.noResponse : texts.status(status)
  if ('stream' in promise) return brokenEvents(await store.read(promise.stream), promise.events)
  if ('fault' in promise) {
    const reason = await stateReason(store, promise.projection)
    return reason.includes(promise.fault) ? undefined : texts.reason(reason)
  }
  const state = await store.state(promise.projection, promise.partition)
  return isSame(state, promise.state) ? undefined : texts.state(JSON.stringify(state))
}

function brokenEvents(events: readonly LessonEvent[], promised: readonly LessonEvent[]): string | undefined {
  const isKept =
    events.length === promised.length &&
    promised.every(({ number, type, data }, index) => {
      const event = events[index]!
      return event.number === number && event.type === type && (data === undefined || isSame(event.data, data))
    })
  return isKept ? undefined : texts.events(JSON.stringify(events.map(({ number, type, data }) => ({ number, type, data }))))
}

async function stateReason(store: Store, projection: string): Promise<string> {
  const statistics = new Request(`http://store/projection/${encodeURIComponent(projection)}/statistics`, {
    headers: { Accept: 'application/json' },
  })
  const response = await store.direct(statistics)
  if (!response.ok) return ''
  const { projections } = (await response.json()) as { projections: readonly { stateReason: string }[] }
  return projections[0]?.stateReason ?? ''
}

/** Compares two JSON values, ignoring the order of members. */
export function isSame(one: unknown, other: unknown): boolean {
  if (typeof one !== 'object' || typeof other !== 'object' || one === null || other === null) return one === other
  const [names, others] = [Object.keys(one), Object.keys(other)]
  return (
    Array.isArray(one) === Array.isArray(other) &&
    names.length === others.length &&
    names.every((name) => isSame((one as Record<string, unknown>)[name], (other as Record<string, unknown>)[name]))
  )
}
