import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { scenarioProblems } from './problems.ts'
import type { Scenario } from './scenario.ts'
import { createStore } from '../store.ts'

const page = readFileSync(join(import.meta.dirname, '..', '..', '..', 'docs', 'scenario.md'), 'utf8')

it('the scenario of docs/scenario.md is one, and gives the store that it describes', async () => {
  const [, text] = /```json\n([^]*?)```/.exec(page) ?? []
  const scenario = JSON.parse(text!) as Scenario
  expect(scenarioProblems(scenario)).toEqual([])
  const store = createStore()
  await store.seed(scenario)
  await store.settled()
  expect((await store.read('order-1')).map(({ type, at }) => [type, at])).toEqual([
    ['OrderPlaced', '2026-01-01T09:00:00Z'],
    ['OrderPaid', '2026-01-01T09:05:00Z'],
  ])
  await store.close()
})
