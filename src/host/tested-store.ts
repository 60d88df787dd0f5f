// The store of a page whose requests a test answers: calls go to the test's store through the page's fetch, and what belongs to the test is refused.

import { StoreError } from '../base/errors.ts'
import type { StoreErrorCode } from '../base/errors.ts'
import type { Faults } from '../engine/faults/faults.ts'
import type { LiveEvent } from '../engine/live/live-event.ts'
import type { Subscription } from '../engine/live/subscription.ts'
import { asSubscription } from '../engine/live/subscription.ts'
import type { RequestLog } from '../engine/observe/request-log.ts'
import type { Seeded, SeedOptions } from '../engine/scenario/seed.ts'
import type { StoreClock } from '../engine/clock/clock.ts'
import { RefusedRequest } from '../engine/shortcuts.ts'
import type { Store } from '../engine/store.ts'
import { forbiddenByPolicy, watchPolicy } from './policy-watch.ts'
import type { AnswerOfTest, AnsweredByTest, CallToTest, DirectResponse, ErrorOfTest } from './under-test.ts'
import { callParameter } from './under-test.ts'

export interface TestedStore {
  readonly store: Store & { readonly baseUrl: string }
  /** Later calls reject with `storage-closed`; the test's store stays open. */
  end(): void
}

/** Methods that the store in the test's process answers as they are called here. */
type Passed = 'append' | 'read' | 'project' | 'state' | 'settled' | 'unsettled' | 'streams' | 'partitions' | 'fault'
type AlsoPassed = 'projectAll' | 'removedStreams' | 'inspect' | 'dryRun' | 'check' | 'explain' | 'hasGrown' | 'snapshot'

/**
 * @throws StoreError `setup-worker-failed` if the page's policy forbids requests to the base URL, `under-test` where the test does not
 *   answer.
 */
export async function openTestedStore({ baseUrl, key, release }: AnsweredByTest): Promise<TestedStore> {
  const calls = new Calls(baseUrl, key)
  const policy = watchPolicy(baseUrl)
  try {
    await calls.send('ready')
  } catch (error) {
    throw (await policy.isViolated()) ? forbiddenByPolicy(baseUrl, error) : error
  } finally {
    policy.end()
  }
  return { store: storeOver(calls, { baseUrl, release }), end: () => calls.end() }
}

function storeOver(calls: Calls, { baseUrl, release }: Pick<AnsweredByTest, 'baseUrl' | 'release'>): Store & { readonly baseUrl: string } {
  return {
    ...passedTo(calls),
    baseUrl,
    release,
    fetch: (request) => fetch(request),
    direct: (request) => sendDirect(calls, request),
    ready: () => Promise.resolve(),
    subscribe: (stream, { from, signal } = {}) => subscribe(calls, { stream, from, signal }) as Subscription<never>,
    onChange: (listener) => listen(calls, listener),
    // The test decides what the store holds in the beginning: code that seeds only a fresh store goes on, as where it is not fresh.
    seed: (_scenario, { onlyFresh = false }: SeedOptions = {}) =>
      onlyFresh ? Promise.resolve<Seeded>({ kind: 'not-fresh' }) : refuse('seed'),
    restore: () => refuse('restore'),
    clear: () => refuse('clear'),
    reset: () => refuse('reset'),
    listen: () => refuse('listen'),
    // eslint-disable-next-line require-yield -- it has nothing to yield, and its type is an iteration
    async *trace() {
      throw ofTheTest('trace')
    },
    onShutdown: () => fail('onShutdown'),
    onSelfFeeding: () => fail('onSelfFeeding'),
    close: () => Promise.resolve(calls.end()),
    requests: emptyLog,
    faults: faultsOfTheTest,
    clock: clockOfTheTest,
  }
}

function passedTo(calls: Calls): Pick<Store, Passed | AlsoPassed> {
  const names: readonly (Passed | AlsoPassed)[] = [
    'append',
    'read',
    'project',
    'projectAll',
    'state',
    'unsettled',
    'streams',
    'partitions',
    'fault',
    'removedStreams',
    'inspect',
    'dryRun',
    'check',
    'explain',
    'hasGrown',
    'snapshot',
  ]
  const pass = (name: string) => [name, (...parameters: unknown[]) => calls.send(name, parameters)]
  // Their types are those of the store that answers.
  return {
    ...(Object.fromEntries(names.map(pass)) as Pick<Store, Passed | AlsoPassed>),
    // A signal ends the waiting here: no call carries it.
    settled: ({ signal, ...options } = {}) => calls.send('settled', [options], AbortSignal.any([calls.ended, ...(signal ? [signal] : [])])),
  }
}

/** Sends calls to the test's process, in requests that the test tells from those of the application. */
class Calls {
  readonly #url: string
  readonly #baseUrl: string
  readonly #ended = new AbortController()

  constructor(baseUrl: string, key: string) {
    this.#baseUrl = baseUrl
    this.#url = `${baseUrl}/?${callParameter}=${key}`
  }

  get ended(): AbortSignal {
    return this.#ended.signal
  }

  end(): void {
    this.#ended.abort(stopped())
  }

  async send<T>(method: string, parameters: readonly unknown[] = [], signal: AbortSignal = this.ended): Promise<T> {
    this.ended.throwIfAborted()
    // JSON has no undefined: in a list it would become null.
    const given = parameters.slice(0, parameters.findLastIndex((parameter) => parameter !== undefined) + 1)
    const call: CallToTest = { method, parameters: given }
    const answer = await this.#ask(JSON.stringify(call), signal)
    if ('error' in answer) throw errorOf(answer.error)
    return answer.value as T
  }

  async #ask(body: string, signal: AbortSignal): Promise<AnswerOfTest> {
    try {
      const response = await fetch(this.#url, { method: 'POST', body, signal })
      return (await response.json()) as AnswerOfTest
    } catch (cause) {
      this.ended.throwIfAborted()
      signal.throwIfAborted()
      throw new StoreError('under-test', `The test whose store answers ${this.#baseUrl} cannot be reached from this page.`, {
        hint: 'The test is over, or one of its routes or workers answers these requests before its store does.',
        cause,
      })
    }
  }
}

function errorOf({ name, message, code, hint = '', status, reason = '', body = '' }: ErrorOfTest): Error {
  if (name === 'StoreError') return new StoreError(code as StoreErrorCode, message.slice(0, -hint.length - 1), { hint })
  if (name !== 'RefusedRequest' || status === undefined) return Object.assign(new Error(message), { name })
  return Object.assign(new RefusedRequest('', new Response(null, { status, statusText: reason }), body), { message })
}

async function sendDirect(calls: Calls, request: Request): Promise<Response> {
  const { method, url } = request
  const bytes = [...new Uint8Array(await request.arrayBuffer())]
  const given = { method, url, headers: [...request.headers], bytes }
  const answer = await calls.send<DirectResponse>('direct', [given])
  const { status, statusText, headers } = answer
  const body = answer.bytes.length === 0 ? null : new Uint8Array(answer.bytes)
  return new Response(body, { status, statusText, headers: headers as [string, string][] })
}

interface Subscribed {
  readonly id: number
  readonly first: number
}

interface Wanted {
  readonly stream: string
  readonly from: 'start' | 'end' | number | undefined
  readonly signal: AbortSignal | undefined
}

function subscribe(calls: Calls, { stream, from, signal }: Wanted): Subscription<LiveEvent> {
  const begun = calls.send<Subscribed>('subscribe', [stream, { from }])
  const ends = signal ? [calls.ended, signal] : [calls.ended]
  return asSubscription(begun, ends, (signals) => follow(calls, begun, AbortSignal.any([...signals])))
}

async function* follow(calls: Calls, begun: Promise<Subscribed>, ends: AbortSignal): AsyncGenerator<LiveEvent, undefined> {
  try {
    const { id } = await begun
    while (!ends.aborted) {
      const { done, value } = await calls.send<IteratorResult<LiveEvent, undefined>>('next', [id], ends)
      if (done) return
      yield value
    }
  } catch (error) {
    if (!ends.aborted) throw error
  } finally {
    begun.then(({ id }) => calls.send('return', [id])).catch(() => undefined)
  }
}

/** Calls back after every change of the test's store. */
function listen(calls: Calls, listener: () => void): () => void {
  const ending = new AbortController()
  const ends = AbortSignal.any([ending.signal, calls.ended])
  const follow = async (): Promise<void> => {
    for (let seen = -1; !ends.aborted;) {
      // The first answer comes at once: a change may have happened on its way.
      seen = await calls.send<number>('changed', [seen], ends)
      if (!ends.aborted) listener()
    }
  }
  // A test that is over changes nothing more.
  follow().catch(() => undefined)
  return () => ending.abort()
}

const stopped = (): StoreError => new StoreError('storage-closed', 'This store has been stopped.', { hint: 'Start it again to go on.' })

const ofTheTest = (name: string): StoreError =>
  new StoreError('under-test', `A test answers the requests of this page, and "${name}" of the store belongs to it.`, {
    hint: `Call it in the test, on the store of its fixture, or leave it out under test: isStoreError(error, 'under-test') tells.`,
  })

function fail(name: string): never {
  throw ofTheTest(name)
}

const refuse = (name: string): Promise<never> => Promise.reject(ofTheTest(name))

/** The test has the log: here it is empty, as without the option `requestLog`, so that code that listens goes on. */
const emptyLog: RequestLog = { entries: [], size: 0, pending: [], subscribe: () => () => undefined, clear: () => undefined }

const faultsOfTheTest: Faults = {
  rules: [],
  add: () => fail('faults.add'),
  clear: () => fail('faults.clear'),
  stopProjection: () => refuse('faults.stopProjection'),
  get offline() {
    return false
  },
  set offline(_isOffline) {
    fail('faults.offline')
  },
}

const clockOfTheTest: StoreClock = {
  now: () => fail('clock.now'),
  advance: () => fail('clock.advance'),
  advanceTo: () => fail('clock.advanceTo'),
}
