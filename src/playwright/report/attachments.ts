// Attaches the history of the store to the report of a failed test: requests, streams, projections, and a file that playgrounds open.

import type { TestInfo } from '@playwright/test'
import { isCall } from '../matchers/to-have-received.ts'
import type { LookedAt } from '../matchers/to-have-stream.ts'
import { printProjections } from './projections.ts'
import { printRequests } from './requests.ts'
import { printStreams } from './streams.ts'

/** @throws the error of the store, where it is broken. */
export async function attachReport(store: LookedAt, testInfo: TestInfo): Promise<void> {
  const entries = await store.requests.entries
  const calls = (store.requests.pending ?? []).filter(isCall)
  await testInfo.attach('requests of the store', { body: printRequests(entries, calls), contentType: 'text/plain' })
  // The HTML report shows texts and JSON in their place, and makes a download of everything else.
  await testInfo.attach('streams of the store', { body: await printStreams(store), contentType: 'text/plain' })
  await testInfo.attach('projections of the store', { body: await printProjections(store), contentType: 'application/json' })
  await testInfo.attach('store.json', { body: await printScenario(store), contentType: 'application/octet-stream' })
}

/** The users' events and the projections: a playground opens it, and a store can be seeded with it. */
async function printScenario(store: LookedAt): Promise<string> {
  const { scenarioOfSnapshot } = await import('../../engine/snapshot/to-scenario.ts')
  return JSON.stringify(scenarioOfSnapshot(await store.snapshot()).scenario, null, 2)
}
