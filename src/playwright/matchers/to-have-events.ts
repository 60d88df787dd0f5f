// Looks whether a stream has events, in their order, and which of its events come closest where it has not.

import type { EventOf } from '../../engine/typed-events.ts'
import { agrees, likeness, nearest, shapedLike } from './likeness.ts'
import type { Differ, LookedAt } from './to-have-stream.ts'
import { listFaults, lookForStream } from './to-have-stream.ts'
import type { Look } from './polling.ts'

/** Its type, or some of its members; each may hold asymmetric matchers like `expect.any(Number)`. */
export type ExpectedEvent = string | { readonly [Member in keyof EventOf]?: unknown }

export interface EventsExpectation {
  readonly stream: string
  readonly events: readonly ExpectedEvent[]
  /** No other events, and no other members inside `data` and `metadata`. */
  readonly exact: boolean
}

type Members = Readonly<Record<string, unknown>>

export async function lookForEvents(store: LookedAt, { stream, events, exact }: EventsExpectation, differ: Differ): Promise<Look> {
  const expected = events.map((event): Members => (typeof event === 'string' ? { type: event } : event))
  const found = await store.read(stream)
  if (found.length === 0 && expected.length > 0) {
    const { pass, explain } = await lookForStream(store, stream, differ)
    return { pass: false, explain: pass ? async () => `The stream "${stream}" has no events.${await listFaults(store)}` : explain }
  }
  const pass = exact ? areThese(found, expected) : inOrder(found, expected)
  const explain = async () => {
    const shown = exact ? shapedExactly(found, expected) : shapedNearest(found, expected)
    return `${differ(expected, shown)}\n\n${list(stream, found)}${await listFaults(store)}`
  }
  return { pass, explain }
}

/** Members of the event itself are those that are named; inside them `exact` counts. */
const hasMembers = (event: EventOf, expected: Members, exact: boolean): boolean =>
  Object.entries(expected).every(([name, value]) => agrees(event[name as keyof EventOf], value, exact))

const areThese = (found: readonly EventOf[], expected: readonly Members[]): boolean =>
  found.length === expected.length && found.every((event, index) => hasMembers(event, expected[index]!, true))

/** Whether all come in this order, whatever lies between. */
function inOrder(found: readonly EventOf[], expected: readonly Members[]): boolean {
  let next = 0
  for (const event of found) if (next < expected.length && hasMembers(event, expected[next]!, false)) next += 1
  return next === expected.length
}

/** For each expected event the one that is there, or the nearest of those that come after the one before. */
function shapedNearest(found: readonly EventOf[], expected: readonly Members[]): unknown[] {
  let from = 0
  return expected.flatMap((members) => {
    const rest = found.slice(from)
    const event = rest.find((candidate) => hasMembers(candidate, members, false)) ?? nearest(rest, (other) => likeness(other, members))
    if (!event) return []
    from = found.indexOf(event) + 1
    return [shaped(event, members, false)]
  })
}

const shapedExactly = (found: readonly EventOf[], expected: readonly Members[]): unknown[] =>
  found.map((event, index) => shaped(event, expected[index] ?? { type: event.type }, true))

const shaped = (event: EventOf, members: Members, exact: boolean): unknown =>
  Object.fromEntries(Object.keys(members).map((name) => [name, shapedLike(event[name as keyof EventOf], members[name], exact)] as const))

const most = 30

function list(stream: string, found: readonly EventOf[]): string {
  const shown = found.slice(-most).map(({ number, type }) => `  ${number} ${type}`)
  return [`Events of "${stream}"${found.length > most ? `, the last ${most} of ${found.length}` : ''}:`, ...shown].join('\n')
}
