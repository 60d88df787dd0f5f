// Matchers for stores: each waits until it holds, and otherwise shows the nearest miss as a diff.

import type { ExpectMatcherState, MatcherReturnType } from '@playwright/test'
import type { Looked } from './arguments.ts'
import { refuseOtherArguments, refuseOthersThanStores } from './arguments.ts'
import type { ExpectedEvent } from './to-have-events.ts'
import { lookForEvents } from './to-have-events.ts'
import type { ExpectedRequest } from './to-have-received.ts'
import type { OrderedRequest } from './to-have-received-in-order.ts'
import { lookForOrder } from './to-have-received-in-order.ts'
import { lookForRequests } from './to-have-received.ts'
import { lookForState } from './to-have-projection-state.ts'
import type { Differ, LookedAt } from './to-have-stream.ts'
import { lookForStream } from './to-have-stream.ts'
import type { Patient } from '../patience.ts'
import { waitingAtMost } from '../patience.ts'
import type { InSteps } from '../steps.ts'
import { withoutSteps } from '../steps.ts'
import type { Look } from './polling.ts'
import { poll } from './polling.ts'

export type { ExpectedEvent, ExpectedRequest, LookedAt, OrderedRequest }

export interface WaitOptions {
  /** Milliseconds. Default: that of `expect`. */
  readonly timeout?: number
}

export interface EventsOptions extends WaitOptions {
  /** These events and no others, with these members and no more. Default: others may lie between, and hold more. */
  readonly exact?: boolean
}

export interface StateOptions extends WaitOptions {
  /** Default: the state that all partitions share. */
  readonly partition?: string
}

/** For `expect.extend`; the `expect` of this entry has them. */
export const storeMatchers = {
  /** The stream exists and is not deleted. */
  toHaveStream(this: ExpectMatcherState, store: LookedAt, name: string, options: WaitOptions = {}) {
    return match(this, store, { name: 'toHaveStream', looked: { name }, ...options }, (patient, differ) =>
      lookForStream(patient, name, differ),
    )
  },

  /** The stream has these events, in this order. */
  toHaveEvents(
    this: ExpectMatcherState,
    store: LookedAt,
    stream: string,
    events: readonly ExpectedEvent[],
    { exact = false, ...options }: EventsOptions = {},
  ) {
    const expectation = { stream, events, exact }
    return match(this, store, { name: 'toHaveEvents', looked: { stream, events }, ...options }, (patient, differ) =>
      lookForEvents(patient, expectation, differ),
    )
  },

  /** The projection has this state, and nothing besides; parts of it may be asymmetric matchers. */
  toHaveProjectionState(
    this: ExpectMatcherState,
    store: LookedAt,
    name: string,
    state: unknown,
    { partition, ...options }: StateOptions = {},
  ) {
    const expectation = { name, state, partition }
    return match(this, store, { name: 'toHaveProjectionState', looked: { name }, ...options }, (patient, differ) =>
      lookForState(patient, expectation, differ),
    )
  },

  /** The store was sent such a request, by a page or by `store.fetch`; shortcuts and matchers do not count. */
  toHaveReceived(this: ExpectMatcherState, store: LookedAt, request: ExpectedRequest, options: WaitOptions = {}) {
    return match(this, store, { name: 'toHaveReceived', looked: { request }, ...options }, (patient, differ) =>
      lookForRequests(patient, request, differ),
    )
  },

  /** The store was sent these requests one after another, as they were begun; others may lie between. */
  toHaveReceivedInOrder(this: ExpectMatcherState, store: LookedAt, requests: readonly OrderedRequest[], options: WaitOptions = {}) {
    const looked = { requests }
    return match(this, store, { name: 'toHaveReceivedInOrder', looked, ...options }, (patient, differ) =>
      lookForOrder(patient, requests, differ),
    )
  },
}

interface Matching extends WaitOptions {
  readonly name: string
  /** The first one stands between the parentheses of the message's first line. */
  readonly looked: Looked
}

async function match(
  { isNot, utils, timeout: usual }: ExpectMatcherState,
  stepped: LookedAt & Patient<LookedAt> & InSteps<LookedAt & Patient<LookedAt>>,
  { name, looked, timeout: given }: Matching,
  look: (store: LookedAt, differ: Differ) => Promise<Look>,
): Promise<MatcherReturnType> {
  refuseOthersThanStores(name, stepped)
  refuseOtherArguments(name, looked)
  const timeout = given ?? usual
  const store = stepped[withoutSteps] ?? stepped
  // Without a time of its own, a matcher leaves a page as long to start its store as the fixture does.
  const patient = (given !== undefined && store[waitingAtMost]?.(given)) || store
  const differ: Differ = (wanted, found) => utils.printDiffOrStringify(wanted, found, 'Expected', 'Received', false)
  const { pass, explain } = await poll(() => look(patient, differ), { isNot, timeout })
  if (pass !== isNot) return { name, pass, message: () => '' }
  const [first] = Object.values(looked) as readonly unknown[]
  const expected = utils.stringify(Array.isArray(first) ? `${first.length} requests` : first)
  const hint = utils.matcherHint(name, 'store', expected, { isNot })
  const explanation = isNot ? `It still is so after ${timeout} ms.` : await explain()
  return { name, pass, message: () => `${hint}\n\n${explanation}`, timeout }
}
