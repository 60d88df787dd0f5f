// Posts one long list of events to a store of this page.

import type { Store } from 'rillbox/browser'
import { base, admin, open } from './requests.ts'

let store: Store | undefined
let request: Request | undefined

/** Opens a store, and writes the list of so many events. */
export async function prepareList(count: number): Promise<void> {
  store = open('list')
  await store.settled()
  const events = Array.from({ length: count }, (_, n) => ({
    eventId: crypto.randomUUID(),
    eventType: 'T',
    data: count > 100_000 ? {} : { n },
  }))
  const headers = { ...admin, 'content-type': 'application/vnd.eventstore.events+json' }
  request = new Request(`${base}/streams/list`, { method: 'POST', headers, body: JSON.stringify(events) })
}

/** Posts the list, and waits until the projections of the system have begun with it. */
export async function postList(): Promise<void> {
  const { status } = await store!.fetch(request!)
  if (status !== 201) throw new Error(`The list was answered with ${status}.`)
  await new Promise((resolve) => setTimeout(resolve, 500))
}
