// Random numbers of queries come from the environment: a repeated run gets the same ones.

import { expect, test } from 'vitest'
import { repeatableEnvironment } from '../clock/repeatable-environment.ts'
import { createStore } from '../store.ts'

const query = `fromStream('dice').when({
  $init: () => ({ thrown: [] }),
  Thrown: (s) => { s.thrown.push(Math.random()); emit('out', 'Noted', {}) },
})`

/** @returns the state as text, and the events that were emitted, ids and all. */
async function runWith(seed: number) {
  const store = createStore({ systemProjections: false, environment: repeatableEnvironment({ seed }) })
  await store.append(
    'dice',
    [1, 2, 3].map((n) => ({ type: 'Thrown', data: { n } })),
  )
  await store.project('dice', query)
  await store.settled()
  const outcome = { state: JSON.stringify(await store.state('dice')), emitted: await store.read('out') }
  await store.close()
  return outcome
}

test('random numbers of queries repeat with the environment', async () => {
  const once = await runWith(1)
  expect(await runWith(1)).toEqual(once)
  expect((await runWith(2)).state).not.toBe(once.state)
  const { thrown } = JSON.parse(once.state) as { thrown: number[] }
  expect(new Set(thrown).size).toBe(3)
  expect(once.emitted).toHaveLength(3)
})
