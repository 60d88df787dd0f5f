// Matchers for stores: each waits until it holds, and otherwise shows the nearest miss as a diff.

import type { ExpectMatcherState, MatcherReturnType } from '@playwright/test'
import type { ExpectedEvent } from './to-have-events.ts'
import { lookForEvents } from './to-have-events.ts'
import type { ExpectedRequest } from './to-have-received.ts'
import type { OrderedRequest } from './to-have-received-in-order.ts'
import { lookForOrder } from './to-have-received-in-order.ts'
import { lookForRequests } from './to-have-received.ts'
import { lookForState } from './to-have-projection-state.ts'
import type { Differ, LookedAt } from './to-have-stream.ts'
import { lookForStream } from './to-have-stream.ts'
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
    return match(this, { name: 'toHaveStream', expected: name, ...options }, (differ) => lookForStream(store, name, differ))
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
    return match(this, { name: 'toHaveEvents', expected: stream, ...options }, (differ) => lookForEvents(store, expectation, differ))
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
    return match(this, { name: 'toHaveProjectionState', expected: name, ...options }, (differ) => lookForState(store, expectation, differ))
  },

  /** The store was sent such a request, by a page or by `store.fetch`; short cuts and matchers do not count. */
  toHaveReceived(this: ExpectMatcherState, store: LookedAt, request: ExpectedRequest, options: WaitOptions = {}) {
    return match(this, { name: 'toHaveReceived', expected: request, ...options }, (differ) => lookForRequests(store, request, differ))
  },

  /** The store was sent these requests one after another, as they were begun; others may lie between. */
  toHaveReceivedInOrder(this: ExpectMatcherState, store: LookedAt, requests: readonly OrderedRequest[], options: WaitOptions = {}) {
    const expected = `${requests.length} requests`
    return match(this, { name: 'toHaveReceivedInOrder', expected, ...options }, (differ) => lookForOrder(store, requests, differ))
  },
}

interface Matching extends WaitOptions {
  readonly name: string
  /** Stands between the parentheses of the message's first line. */
  readonly expected: unknown
}

async function match(
  { isNot, utils, timeout: usual }: ExpectMatcherState,
  { name, expected, timeout = usual }: Matching,
  look: (differ: Differ) => Promise<Look>,
): Promise<MatcherReturnType> {
  const differ: Differ = (wanted, found) => utils.printDiffOrStringify(wanted, found, 'Expected', 'Received', false)
  const { pass, explain } = await poll(() => look(differ), { isNot, timeout })
  if (pass !== isNot) return { name, pass, message: () => '' }
  const hint = utils.matcherHint(name, 'store', utils.stringify(expected), { isNot })
  const explanation = isNot ? `It still is so after ${timeout} ms.` : await explain()
  return { name, pass, message: () => `${hint}\n\n${explanation}`, timeout }
}
