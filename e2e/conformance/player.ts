// Plays scenarios in a separate thread, many at a time, each against an empty store with the scenario's options.

import { parentPort, workerData } from 'node:worker_threads'
import { openInProcess } from '../../src/engine/queries/open-query.ts'
import { createStore } from '../../src/engine/store.ts'
import type { OpenQuery } from '../../src/query/query.ts'
import type { PlayedStep } from '../../src/cli/recordings/play.ts'
import { playRecording } from '../../src/cli/recordings/play.ts'
import type { Recording } from '../../src/cli/recordings/recording.ts'
import type { RecordedRelease } from './scenarios.ts'

/** A recording, and the release that the store answers as. */
export interface Played {
  readonly scenario: Recording
  readonly release: RecordedRelease
}

const { scenarios, taken, atOnce, plan } = workerData as {
  scenarios: readonly Played[]
  /** How many scenarios are taken, by all threads. */
  taken: Int32Array<SharedArrayBuffer>
  atOnce: number
  plan: 'none' | undefined
}
const takeNext = (): Played | undefined => scenarios[Atomics.add(taken, 0, 1)]

// A thread for every query of some two thousand scenarios would take most of the time, and the engine is the same in any thread.
const openQuery: OpenQuery = (source, options) => openInProcess(source, { ...options, ...(plan && { plan }) })

const wordsOf = ({ differences, failure }: PlayedStep): readonly string[] =>
  failure === undefined ? differences.map(({ path, one, other }) => `${path}: expected ${one}, got ${other}`) : [failure]

/** Scenarios mostly wait (long polls, projections), so many share a thread. */
async function playOneByOne(): Promise<void> {
  for (let played = takeNext(); played; played = takeNext()) {
    const { scenario, release } = played
    const reports: string[] = []
    const started = performance.now()
    const store = createStore({
      ...scenario.server,
      release,
      ...(scenario.transientAllowed && { transientProjections: true }),
      openQuery,
      environment: {
        report: (error) => reports.push(error instanceof Error ? (error.stack ?? error.message) : String(error)),
        log: () => undefined,
        // Recordings ask for paths that no route has: what a store says of them would hide the outcome.
        hint: () => undefined,
      },
    })
    const results = await playRecording(scenario, { send: (request) => store.fetch(request), base: 'http://127.0.0.1:2113' })
    await store.close()
    parentPort!.postMessage({
      release,
      name: scenario.name,
      differences: results.map(wordsOf),
      reports,
      milliseconds: performance.now() - started,
    })
  }
}

process.on('uncaughtException', (error) => parentPort!.postMessage({ crash: error.stack ?? String(error) }))
process.on('unhandledRejection', (error) => parentPort!.postMessage({ crash: error instanceof Error ? error.stack : String(error) }))

await Promise.all(Array.from({ length: atOnce }, playOneByOne))
parentPort!.postMessage({ done: true })
