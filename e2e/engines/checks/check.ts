// One check of an engine: what it needs, and steps that many checks share.

import { setTimeout as pause } from 'node:timers/promises'
import { isDeepStrictEqual } from 'node:util'
import type { Browser, EngineName, Json, Tab } from '../driver/open.ts'

export interface Stage {
  readonly browser: Browser
  /** Opens a tab that is closed after the check. */
  page(url: string): Promise<Tab>
  /** The empty page with the package at hand; another path of its origin. */
  readonly pages: string
  /** The built site. */
  readonly demo: string
}

export interface Check {
  /** The checked fact, as a sentence for a table. */
  readonly name: string
  /** Engines in which it cannot be tried, with the reason. */
  readonly not?: Partial<Readonly<Record<EngineName, string>>>
  /** @returns a figure for the table, if there is one. Rejects where the promise does not hold. */
  run(stage: Stage): Promise<string | void>
}

export const storeAddress = 'http://localhost:2113'

/** Opens the empty page and starts a store of that name in it. */
export async function openStore({ page, pages }: Stage, name: string, path = ''): Promise<Tab> {
  const tab = await page(pages + path)
  await startStore(tab, name)
  return tab
}

/** In a page that has just been loaded: one module puts the package at hand. */
export const startStore = (tab: Tab, name: string): Promise<void> =>
  tab.evaluate(
    async (baseUrl, name) => {
      while (!('harness' in window)) await new Promise((resolve) => setTimeout(resolve, 10))
      window.store = await window.harness.rillbox.startStore({ baseUrl, name })
    },
    storeAddress,
    name,
  )

export interface Answer {
  readonly status: number
  readonly body: string
}

/** Sends a request with the page's own fetch, as the administrator. */
export const send = (tab: Tab, method: string, path: string, type = 'application/json', body?: string): Promise<Answer> =>
  tab.evaluate(
    async (url, method, type, body) => {
      const headers = { authorization: `Basic ${btoa('admin:changeit')}`, 'content-type': type, accept: 'application/json' }
      const response = await fetch(url, { method, headers, ...(body !== null && { body }) })
      return { status: response.status, body: await response.text() }
    },
    storeAddress + path,
    method,
    type,
    body ?? null,
  )

/** Appends one event. */
export async function append(tab: Tab, stream: string, type: string, data: Json = {}): Promise<void> {
  const events = JSON.stringify([{ eventId: crypto.randomUUID(), eventType: type, data }])
  const { status } = await send(tab, 'POST', `/streams/${stream}`, 'application/vnd.eventstore.events+json', events)
  same('the status of an append', status, 201)
}

/** Creates a continuous projection. */
export async function project(tab: Tab, name: string, query: string): Promise<void> {
  const { status } = await send(tab, 'POST', `/projections/continuous?name=${name}&emit=yes&enabled=yes`, 'application/json', query)
  same('the status of a new projection', status, 201)
}

export const state = async (tab: Tab, name: string): Promise<string> => (await send(tab, 'GET', `/projection/${name}/state`)).body

export const counter = (stream: string): string =>
  `fromStream('${stream}').when({ $init: () => ({ count: 0 }), Tick: (state) => { state.count++; return state } })`

/** @throws Error with both values. */
export function same(what: string, is: unknown, should: unknown): void {
  if (!isDeepStrictEqual(is, should)) throw new Error(`${what}: ${JSON.stringify(is)} instead of ${JSON.stringify(should)}`)
}

/** @throws Error with the text. */
export function fits(what: string, is: string, should: RegExp): void {
  if (!should.test(is)) throw new Error(`${what}: ${JSON.stringify(is)} does not fit ${should}`)
}

/**
 * Asks until the answer is the expected one.
 *
 * @returns milliseconds until then.
 * @throws Error with the last answer, after 30 seconds.
 */
export async function until(what: string, ask: () => Promise<unknown>, should: unknown): Promise<number> {
  const started = performance.now()
  for (;;) {
    const is = await ask()
    const took = performance.now() - started
    if (isDeepStrictEqual(is, should)) return took
    if (took > 30_000) same(what, is, should)
    await pause(20)
  }
}

export const seconds = (milliseconds: number): string => `${(milliseconds / 1000).toFixed(1)} s`
