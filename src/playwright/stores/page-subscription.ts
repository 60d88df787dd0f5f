// Subscribes to the store of a page: each event is asked for in the page, and a page that is loaded again is subscribed to behind the last one.

import type { JSHandle } from '@playwright/test'
import type { LiveEvent } from '../../engine/live/live-event.ts'
import type { SubscribeOptions, Subscription } from '../../engine/live/subscription.ts'
import { asSubscription } from '../../engine/live/subscription.ts'
import type { UnderTest } from '../../host/under-test.ts'
import { underTestKey } from '../../host/under-test.ts'

export interface SubscribedPage {
  /** Calls a function in the page, once its store is there, and keeps the outcome there. */
  readonly open: <P, R>(work: (parameters: P) => R, parameters: P) => Promise<JSHandle<R>>
  readonly isClosed: () => boolean
  /** Whether the page has been left, and its functions with it. */
  readonly isNavigation: (error: unknown) => boolean
}

type Place = NonNullable<SubscribeOptions['from']>
type InPage = JSHandle<Subscription<LiveEvent>>

export function subscribeInPage(
  page: SubscribedPage,
  stream: string,
  { from = 'start', signal }: SubscribeOptions = {},
): Subscription<LiveEvent> {
  const begun = begin(page, stream, from)
  return asSubscription(begun, signal ? [signal] : [], (ends) => follow(page, stream, begun, ends))
}

interface Begun {
  readonly subscription: InPage
  readonly first: number
}

async function begin(page: SubscribedPage, stream: string, from: Place): Promise<Begun> {
  for (;;) {
    try {
      const subscription = await page.open(subscribe, { key: underTestKey, stream, from })
      return { subscription, first: await subscription.evaluate(({ started }) => started) }
    } catch (error) {
      if (page.isClosed() || !page.isNavigation(error)) throw error
    }
  }
}

async function* follow(
  page: SubscribedPage,
  stream: string,
  begun: Promise<Begun>,
  ends: readonly AbortSignal[],
): AsyncGenerator<LiveEvent, undefined> {
  const isOver = (): boolean => page.isClosed() || ends.some(({ aborted }) => aborted)
  let isOfPage: InPage | undefined
  const end = () => void isOfPage?.evaluate((ended) => void ended.return!()).catch(() => undefined)
  for (const signal of ends) signal.addEventListener('abort', end)
  try {
    let { first: next } = await begun
    isOfPage = (await begun).subscription
    while (!isOver()) {
      const asked = await ask(page, isOfPage)
      if (asked === 'left') isOfPage = (await begin(page, stream, next)).subscription
      else if (asked.done === true) return
      else {
        next = (stream === '$all' ? asked.value.position : asked.value.originalNumber) + 1
        yield asked.value
      }
    }
  } catch (error) {
    if (!isOver()) throw error
  } finally {
    for (const signal of ends) signal.removeEventListener('abort', end)
    end()
  }
}

/** @returns `left` where the page has been left in the meantime. */
async function ask(page: SubscribedPage, subscription: InPage): Promise<IteratorResult<LiveEvent, undefined> | 'left'> {
  try {
    return await subscription.evaluate((asked) => asked.next())
  } catch (error) {
    if (page.isClosed() || !page.isNavigation(error)) throw error
    return 'left'
  }
}

// ---- runs in the page, and refers to nothing outside of itself

function subscribe({ key, stream, from }: { readonly key: string; readonly stream: string; readonly from: Place }) {
  const { store } = (globalThis as { readonly [key: symbol]: UnderTest | undefined })[Symbol.for(key)]!
  return store!.subscribe(stream, { from }) as Subscription<LiveEvent>
}
