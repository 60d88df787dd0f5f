// Answers the calls of stores that pages have started while a test answers their requests; all other requests go to the test's store as they are.

import { isStoreError } from '../../base/errors.ts'
import { isErrorNamed } from '../../base/platform/realms.ts'
import type { LiveEvent } from '../../engine/live/live-event.ts'
import type { SubscribeOptions, Subscription } from '../../engine/live/subscription.ts'
import type { RefusedRequest } from '../../engine/shortcuts.ts'
import type { Store } from '../../engine/store.ts'
import type { AnswerOfTest, CallToTest, DirectRequest, DirectResponse, ErrorOfTest } from '../../host/under-test.ts'
import { callParameter } from '../../host/under-test.ts'

/** @param key tells calls from requests of the application. */
export function answerPages(store: Store, key: string): (request: Request) => Promise<Response> {
  const called = new CalledStore(store)
  return async (request) => {
    if (new URL(request.url).searchParams.get(callParameter) !== key) return await store.fetch(request)
    const answer = await Promise.race([answerOf(called, (await request.json()) as CallToTest), whenGone(request.signal)])
    return Response.json(answer, { headers: { 'Access-Control-Allow-Origin': '*' } })
  }
}

async function answerOf(called: CalledStore, { method, parameters }: CallToTest): Promise<AnswerOfTest> {
  try {
    return { value: await called.call(method, parameters) }
  } catch (error) {
    return { error: describe(error) }
  }
}

/** Rejects when the page no longer waits. */
const whenGone = (signal: AbortSignal): Promise<never> =>
  new Promise((_resolve, reject) => signal.addEventListener('abort', () => reject(signal.reason as Error)))

function describe(error: unknown): ErrorOfTest {
  const { name = 'Error', message = String(error) } = error as Partial<Error>
  if (isStoreError(error)) return { name, message, code: error.code, hint: error.hint }
  if (!isErrorNamed(error, 'RefusedRequest')) return { name, message }
  const { status, reason, body } = error as RefusedRequest
  return { name, message, status, reason, body }
}

/** What a page may ask of the test's store. */
const passed: ReadonlySet<string> = new Set<keyof Store & string>([
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
  'removedStreams',
  'inspect',
  'dryRun',
  'explain',
  'check',
  'hasGrown',
  'snapshot',
  'ready',
])

type Method = (...parameters: readonly unknown[]) => unknown

class CalledStore {
  readonly #store: Store
  readonly #subscriptions: Subscription<LiveEvent>[] = []
  #changes = 0
  #changed = Promise.withResolvers<void>()
  #isListening = false

  constructor(store: Store) {
    this.#store = store
  }

  async call(method: string, parameters: readonly unknown[]): Promise<unknown> {
    if (passed.has(method)) return await (this.#store[method as keyof Store] as Method)(...parameters)
    const own = this.#own[method]
    if (!own) throw new TypeError(`No page calls "${method}".`)
    return await own(...parameters)
  }

  readonly #own: Readonly<Record<string, Method>> = {
    direct: (request) => this.#direct(request as DirectRequest),
    subscribe: (stream, options) => this.#subscribe(stream as string, options as SubscribeOptions),
    next: (id) => this.#subscriptions[id as number]?.next(),
    return: async (id) => void (await this.#subscriptions[id as number]?.return?.()),
    changed: (seen) => this.#changedSince(seen as number),
  }

  async #direct({ method, url, headers, bytes }: DirectRequest): Promise<DirectResponse> {
    const body = bytes.length === 0 ? undefined : new Uint8Array(bytes)
    const response = await this.#store.direct(new Request(url, { method, headers: headers as [string, string][], body }))
    const { status, statusText } = response
    return { status, statusText, headers: [...response.headers], bytes: [...new Uint8Array(await response.arrayBuffer())] }
  }

  async #subscribe(stream: string, options: SubscribeOptions): Promise<{ readonly id: number; readonly first: number }> {
    const subscription: Subscription<LiveEvent> = this.#store.subscribe(stream, options)
    const id = this.#subscriptions.push(subscription) - 1
    return { id, first: await subscription.started }
  }

  /** @returns the number of changes, once it is another one than the caller knows. */
  async #changedSince(seen: number): Promise<number> {
    if (!this.#isListening) {
      this.#isListening = true
      // It ends with the store.
      this.#store.onChange(() => {
        this.#changes += 1
        this.#changed.resolve()
        this.#changed = Promise.withResolvers()
      })
    }
    while (this.#changes === seen) await this.#changed.promise
    return this.#changes
  }
}
