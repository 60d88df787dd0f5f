// Plays scenarios in a separate thread, many at a time, each against an empty store with the scenario's options.

import { parentPort, workerData } from 'node:worker_threads'
import { openInProcess } from '../../src/engine/open-query.ts'
import { createStore } from '../../src/engine/store.ts'
import type { OpenQuery } from '../../src/query/query.ts'
import type { Scenario } from './replay.ts'
import { runScenario } from './replay.ts'

const { scenarios, taken, atOnce, plan } = workerData as {
  scenarios: readonly Scenario[]
  /** How many scenarios are taken, by all threads. */
  taken: Int32Array<SharedArrayBuffer>
  atOnce: number
  plan: 'none' | undefined
}
const takeNext = (): Scenario | undefined => scenarios[Atomics.add(taken, 0, 1)]

// A thread for every query of some two thousand scenarios would take most of the time, and the engine is the same in any thread.
const openQuery: OpenQuery = (source, options) => openInProcess(source, { ...options, ...(plan && { plan }) })

/** Scenarios mostly wait (long polls, projections), so many share a thread. */
async function playOneByOne(): Promise<void> {
  for (let scenario = takeNext(); scenario; scenario = takeNext()) {
    const reports: string[] = []
    const started = performance.now()
    const store = createStore({
      ...scenario.server,
      openQuery,
      environment: {
        report: (error) => reports.push(error instanceof Error ? (error.stack ?? error.message) : String(error)),
        log: () => undefined,
      },
    })
    const results = await runScenario(scenario, (request) => store.fetch(request))
    await store.close()
    parentPort!.postMessage({
      name: scenario.name,
      differences: results.map(({ differences }) => differences),
      reports,
      milliseconds: performance.now() - started,
    })
  }
}

process.on('uncaughtException', (error) => parentPort!.postMessage({ crash: error.stack ?? String(error) }))
process.on('unhandledRejection', (error) => parentPort!.postMessage({ crash: error instanceof Error ? error.stack : String(error) }))

await Promise.all(Array.from({ length: atOnce }, playOneByOne))
parentPort!.postMessage({ done: true })
