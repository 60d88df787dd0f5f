// The requests that measurements send to a store.

import type { Store, StoreOptions } from 'rillbox/browser'
import { createStore, indexedDbStorage } from 'rillbox/browser'

export const base = 'http://localhost:2113'
export const admin = { authorization: `Basic ${btoa('admin:changeit')}` }

type Answering = Pick<Store, 'fetch'>

/** Options of all stores of the page. */
export const configuration = { systemProjections: true }

/** @param name of the store's database. */
export const open = (name: string, options: StoreOptions = {}): Store =>
  createStore({ baseUrl: base, storage: indexedDbStorage({ name }), ...configuration, ...options })

async function post(store: Answering, path: string, body: string, type: string): Promise<void> {
  const response = await store.fetch(new Request(base + path, { method: 'POST', headers: { ...admin, 'content-type': type }, body }))
  if (response.status !== 201) throw new Error(`${path}: ${response.status} ${await response.text()}`)
}

export const append = (store: Answering, stream: string, events: readonly unknown[]): Promise<void> =>
  post(store, `/streams/${stream}`, JSON.stringify(events), 'application/vnd.eventstore.events+json')

export const project = (store: Answering, name: string, query: string): Promise<void> =>
  post(store, `/projections/continuous?name=${name}&emit=yes&enabled=yes`, query, 'application/json')

export const state = async (store: Answering, name: string, partition = ''): Promise<string> =>
  await (await store.fetch(new Request(`${base}/projection/${name}/state?partition=${partition}`, { headers: admin }))).text()
