// Looks whether the application has sent requests in an order, and shows where the order broke where it has not.

import { nearest } from './likeness.ts'
import type { ExpectedRequest, Received } from './to-have-received.ts'
import { closeness, fits, printReceived, receivedBy, shapedFor, shown, withMethod } from './to-have-received.ts'
import type { Differ, LookedAt } from './to-have-stream.ts'
import type { Look } from './polling.ts'

/** One of several; each stands for one request. */
export type OrderedRequest = Omit<ExpectedRequest, 'times'>

export async function lookForOrder(store: LookedAt, requests: readonly OrderedRequest[], differ: Differ): Promise<Look> {
  const received = await receivedBy(store)
  const wanted = requests.map(withMethod)
  const places = placesOf(received, wanted)
  const explain = (): string => {
    const [first, rest] = [wanted[places.length]!, received.slice((places.at(-1) ?? -1) + 1)]
    const earlier = received.slice(0, received.length - rest.length).some((request, at) => !places.includes(at) && fits(request, first))
    const which = `Request ${places.length + 1} of ${wanted.length}`
    const broke = earlier ? `${which} did not come after the one before it; it came earlier.` : `${which} did not come.`
    const closest = earlier ? undefined : nearest(rest, (request) => closeness(request, first))
    const diff = closest && `The request after that which comes closest:\n\n${differ(shown(first), shapedFor(closest, first))}`
    return [broke, listWanted(wanted, places, received), ...(diff ? [diff] : []), listReceived(received, places)].join('\n\n')
  }
  return { pass: places.length === wanted.length, explain }
}

/** Where the expected requests were found, each as early as it can be behind the one before; shorter where one is missing. */
function placesOf(received: readonly Received[], wanted: readonly OrderedRequest[]): number[] {
  const places: number[] = []
  for (const [at, request] of received.entries()) {
    const next = wanted[places.length]
    if (next && fits(request, next)) places.push(at)
  }
  return places
}

const listWanted = (wanted: readonly OrderedRequest[], places: readonly number[], received: readonly Received[]): string =>
  wanted
    .map((request, index) => {
      if (index < places.length) return `✓ ${index + 1} ${printReceived(received[places[index]!]!)}`
      return `${index === places.length ? '✗' : ' '} ${index + 1} ${printWanted(request)}`
    })
    .join('\n')

const printWanted = ({ method, path, status }: OrderedRequest): string =>
  [method, path === undefined ? 'any path' : String(path), ...(status === undefined ? [] : [`→ ${status}`])].filter(Boolean).join(' ')

const most = 30

/** In front of each its number among those expected. */
function listReceived(received: readonly Received[], places: readonly number[]): string {
  if (received.length === 0) return 'The store has received no request.'
  const first = Math.max(0, received.length - most)
  const lines = received.slice(first).map((request, index) => {
    const number = places.indexOf(first + index) + 1
    return `  ${number === 0 ? ' ' : number} ${printReceived(request)}`
  })
  const which = first > 0 ? `, the last ${most} of ${received.length}` : ''
  return [`Requests in the order in which they were sent${which}:`, ...lines].join('\n')
}
