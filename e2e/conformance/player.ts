// Plays scenarios in a thread of its own, many at a time, each against an empty store with the scenario's options.

import { parentPort, workerData } from 'node:worker_threads'
import { openInProcess } from '../../src/engine/open-query.ts'
import { createStore } from '../../src/engine/store.ts'
import type { OpenQuery } from '../../src/query/query.ts'
import type { Scenario } from './replay.ts'
import { runScenario } from './replay.ts'

const { scenarios, atOnce, plan } = workerData as { scenarios: Scenario[]; atOnce: number; plan: 'none' | undefined }

// A thread for every query of some two thousand scenarios would take most of the time; wherever an engine runs, it is the same one.
const openQuery: OpenQuery = (source, options) => openInProcess(source, { ...options, ...(plan && { plan }) })

/** Scenarios mostly wait (long polls, projections), so many share a thread. */
async function playNext(queue: Scenario[]): Promise<void> {
  for (let scenario = queue.shift(); scenario; scenario = queue.shift()) {
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

await Promise.all(Array.from({ length: atOnce }, () => playNext(scenarios)))
parentPort!.postMessage({ done: true })
