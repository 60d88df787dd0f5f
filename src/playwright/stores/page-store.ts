// The store that an application starts in its own page, as a test sees it: every call is made in the page.

import type { JSHandle, Page } from '@playwright/test'
import { StoreError } from '../../base/errors.ts'
import { isError } from '../../base/platform/realms.ts'
import type { Faults } from '../../engine/faults/faults.ts'
import type { LoggedExchange } from '../../engine/observe/request-log.ts'
import type { Subscription } from '../../engine/live/subscription.ts'
import type { Store } from '../../engine/store.ts'
import type { AnyEvents } from '../../engine/typed-events.ts'
import type { UnderTest } from '../../host/under-test.ts'
import { underTestKey } from '../../host/under-test.ts'
import type { Patient } from '../patience.ts'
import { waitingAtMost } from '../patience.ts'
import type { SubscribedPage } from './page-subscription.ts'
import { subscribeInPage } from './page-subscription.ts'

/** Methods whose parameters and results go between the test and the page as they are. */
type Passed =
  | 'append'
  | 'read'
  | 'project'
  | 'projectAll'
  | 'state'
  | 'settled'
  | 'unsettled'
  | 'streams'
  | 'partitions'
  | 'fault'
  | 'inspect'
  | 'seed'
  | 'snapshot'
  | 'restore'
  | 'clear'
  | 'reset'

/**
 * Its methods wait until the page has started its store, and until the page is there again where it is being loaded. They are not counted
 * as requests of the application, and meet no fault.
 */
export interface PageStore<Events extends object = AnyEvents> extends Pick<Store<Events>, Passed | 'subscribe'>, Patient<PageStore> {
  /** Answers as an administrator, past faults. Of the URL the path counts, below the base URL of the page's store. */
  direct(request: Request): Promise<Response>
  readonly requests: {
    /** The requests to the page's store since the page was loaded, oldest first; paths are below the base URL. */
    readonly entries: Promise<readonly LoggedExchange[]>
  }
  readonly faults: {
    add(...parameters: Parameters<Faults['add']>): Promise<void>
    clear(): Promise<void>
    stopProjection: Faults['stopProjection']
  }
}

/** How a method of the page's store is called; `faults.add` stands for the method of a member. */
interface Call {
  readonly key: string
  readonly method: string
  readonly parameters: readonly unknown[]
}

/** @param timeout milliseconds to wait for the page to start its store. */
export function createPageStore(page: Page, timeout: number): PageStore {
  const started = async (): Promise<void> => {
    try {
      await page.waitForFunction(isStarted, underTestKey, { timeout, polling: 50 })
    } catch (cause) {
      if (page.isClosed()) throw cause
      throw notStarted(page, timeout, cause)
    }
  }

  /** A page that is loaded again in between takes its functions with it: then the next one is asked. */
  const oncePageIsThere = async <R>(work: () => Promise<R>): Promise<R> => {
    for (;;) {
      await started()
      try {
        return await work()
      } catch (error) {
        if (page.isClosed() || !isNavigation(error)) throw error
      }
    }
  }
  const inPage = <P, R>(work: (parameters: P) => R, parameters: P): Promise<Awaited<R>> =>
    oncePageIsThere<Awaited<R>>(() => page.evaluate(work as never, parameters))
  const subscribedPage: SubscribedPage = {
    open: <P, R>(work: (parameters: P) => R, parameters: P) =>
      oncePageIsThere(() => page.evaluateHandle(work as never, parameters) as Promise<JSHandle<R>>),
    isClosed: () => page.isClosed(),
    isNavigation,
  }

  const call = (method: string, parameters: readonly unknown[]): Promise<never> =>
    inPage(callStore, { key: underTestKey, method, parameters }) as Promise<never>

  const passed = Object.fromEntries(
    passedMethods.map((method) => [method, (...parameters: unknown[]) => call(method, parameters)]),
  ) as unknown as Pick<Store, Passed>

  return {
    ...passed,
    // No call carries a signal.
    settled: ({ signal, ...options } = {}) => Promise.race([call('settled', [options]), ...(signal ? [whenAborted(signal)] : [])]),
    [waitingAtMost]: (milliseconds) => createPageStore(page, Math.min(milliseconds, timeout)),
    subscribe: (stream, options) => subscribeInPage(subscribedPage, stream, options) as Subscription<never>,
    async direct(request) {
      const { pathname, search } = new URL(request.url)
      const body = request.body === null ? undefined : [...new Uint8Array(await request.arrayBuffer())]
      const sent = { key: underTestKey, method: request.method, path: pathname + search, headers: [...request.headers], body }
      const { status, statusText, headers, bytes } = await inPage(askStore, sent)
      return new Response(bytes.length === 0 ? null : new Uint8Array(bytes), { status, statusText, headers })
    },
    requests: {
      get entries() {
        return inPage(entriesOf, underTestKey)
      },
    },
    faults: {
      // The function that takes a rule away again stays in the page.
      add: (rule) => inPage(addFault, { key: underTestKey, rule }),
      clear: () => call('faults.clear', []),
      stopProjection: (...parameters) => call('faults.stopProjection', parameters),
    },
  }
}

const passedMethods: readonly Passed[] = [
  'append',
  'read',
  'project',
  'projectAll',
  'state',
  'settled',
  'unsettled',
  'streams',
  'partitions',
  'fault',
  'inspect',
  'seed',
  'snapshot',
  'restore',
  'clear',
  'reset',
]

const whenAborted = (signal: AbortSignal): Promise<never> =>
  new Promise((_resolve, reject) => {
    if (signal.aborted) reject(signal.reason as Error)
    signal.addEventListener('abort', () => reject(signal.reason as Error), { once: true })
  })

const isNavigation = (error: unknown): boolean => isError(error) && /context was destroyed|navigat/i.test(error.message)

const notStarted = (page: Page, timeout: number, cause: unknown): StoreError =>
  new StoreError('invalid-options', `The page ${page.url()} has not started a store within ${timeout} ms.`, {
    hint: 'The application has to call startStore() of rillbox/browser, and the test has to open it: await page.goto(…).',
    cause,
  })

// ---- functions that run in the page, and refer to nothing outside of themselves

type TestedPage = typeof globalThis & { readonly [key: symbol]: UnderTest | undefined }

const isStarted = (key: string): boolean => (globalThis as TestedPage)[Symbol.for(key)]?.store !== undefined

function callStore({ key, method, parameters }: Call): unknown {
  const { store } = (globalThis as TestedPage)[Symbol.for(key)]!
  const [owner, name] = method.startsWith('faults.') ? [store!.faults, method.slice('faults.'.length)] : [store!, method]
  return (owner as unknown as Record<string, (...parameters: readonly unknown[]) => unknown>)[name]!(...parameters)
}

function addFault({ key, rule }: { readonly key: string; readonly rule: Parameters<Faults['add']>[0] }): void {
  ;(globalThis as TestedPage)[Symbol.for(key)]!.store!.faults.add(rule)
}

interface SentToPage {
  readonly key: string
  readonly method: string
  readonly path: string
  readonly headers: readonly (readonly [string, string])[]
  readonly body: readonly number[] | undefined
}

async function askStore({ key, method, path, headers, body }: SentToPage) {
  const { store } = (globalThis as TestedPage)[Symbol.for(key)]!
  const init = { method, headers: headers as [string, string][], ...(body && { body: new Uint8Array(body) }) }
  const response = await store!.direct(new Request(store!.baseUrl + path, init))
  const bytes = [...new Uint8Array(await response.arrayBuffer())]
  return { status: response.status, statusText: response.statusText, headers: [...response.headers], bytes }
}

function entriesOf(key: string): readonly LoggedExchange[] {
  const { requests, baseUrl } = (globalThis as TestedPage)[Symbol.for(key)]!.store!
  return requests.entries.map((exchange) => ({
    ...exchange,
    url: exchange.url.startsWith(baseUrl) ? `http://store${exchange.url.slice(baseUrl.length)}` : exchange.url,
  }))
}
