// The suites of JavaScript queries: the guarantees of every way of running them, and the language itself.

import { describe } from 'vitest'
import { batchesContract } from './contract/batches.contract.ts'
import { definitionContract } from './contract/definition.contract.ts'
import { eventsContract } from './contract/events.contract.ts'
import { faultsContract } from './contract/faults.contract.ts'
import { hostileContract } from './contract/hostile.contract.ts'
import { partitionsContract } from './contract/partitions.contract.ts'
import { releasesContract } from './contract/releases.contract.ts'
import { runningWith } from './contract/running.fixture.ts'
import { statesContract } from './contract/states.contract.ts'
import { stepsContract } from './contract/steps.contract.ts'
import { textsContract } from './contract/texts.contract.ts'
import { writesContract } from './contract/writes.contract.ts'
import type { OpenQuery } from './query.ts'

/**
 * @param title says where or how queries run: `in a Worker`.
 * @param isPlain whether they run without a plan.
 */
export function queryContract(title: string, openQuery: OpenQuery, isPlain = false): void {
  const running = runningWith(openQuery)
  describe(`queries ${title}`, () => {
    batchesContract(() => running.open("fromAll().when({ $any: (s, e) => { emit('out', 'T', {}) } })"))
    statesContract(running)
    partitionsContract(running)
    writesContract(running)
    faultsContract(running)
    hostileContract(running, isPlain)
    stepsContract(running)
  })
}

/**
 * The engine is the same on every thread, so these suites need not run in each place.
 *
 * @param title says how queries are run: `without a plan`.
 */
export function languageContract(title: string, openQuery: OpenQuery): void {
  const running = runningWith(openQuery)
  describe(`the query language ${title}`, () => {
    definitionContract(running)
    eventsContract(running)
    textsContract(running)
    releasesContract(running)
  })
}
