// States and emissions that no event of the server could hold (projection-language §16). Newer releases refuse such states earlier.

import { expect, it, vi } from 'vitest'
import { createStore } from '../../../engine/store.ts'

interface Shown {
  readonly status: string
  readonly stateReason: string
  readonly eventsProcessedAfterRestart: number
}

/** @returns the status of the projection once it has settled over events of the types. */
async function runOver(query: string, ...types: string[]) {
  const store = createStore({ security: 'insecure', systemProjections: false, release: '23.10' })
  await store.append(
    's',
    types.map((type) => ({ type, data: {} })),
  )
  const ask = (path: string, init?: RequestInit) => store.fetch(new Request(`http://store/projection/p${path}`, init))
  const get = (path: string) => ask(path)
  await store.project('p', query, { enabled: false })
  // A handler that writes megabytes takes longer than the usual 250 ms on a busy machine; time is no subject here.
  const config = (await (await get('/config')).json()) as object
  const body = JSON.stringify({ ...config, projectionExecutionTimeout: 10_000 })
  expect((await ask('/config', { method: 'PUT', body, headers: { 'content-type': 'application/json' } })).status).toBe(200)
  expect((await ask('/command/enable', { method: 'POST' })).status).toBe(200)
  await store.settled()
  const shown = (await (await get('')).json()) as Shown
  const state = await (await get('/state')).text()
  const partition = await (await get('/state?partition=k')).text()
  return { store, shown, state, partition }
}

// Many megabytes go through the sandbox.
vi.setConfig({ testTimeout: 60_000 })

const tooBig = /^Record is too big\. \(Parameter 'data'\)\r\n {3}at /

it.each([
  ['a state', "fromStream('s').when({ A: () => ({ n: 1 }), B: () => 'x'.repeat(16767217) })"],
  ['a state in few characters', "fromStream('s').when({ A: () => ({ n: 1 }), B: () => 'ä'.repeat(8383609) })"],
])('%s of more than an event can hold faults the projection at once', async (_what, query) => {
  const { store, shown, state } = await runOver(query, 'A', 'B')
  expect(shown).toMatchObject({ status: 'Faulted (Enabled)' })
  expect(shown.stateReason).toMatch(tooBig)
  expect(state.length).toBeLessThan(20)
  expect(await store.read('$projections-p-checkpoint')).toEqual([])
  await store.close()
})

it('a state of a partition, too', async () => {
  const query = "fromStream('s').partitionBy(() => 'k').when({ $any: () => 'x'.repeat(40e6) })"
  const { store, shown, partition } = await runOver(query, 'A')
  expect(shown.status).toBe('Faulted (Enabled)')
  expect(shown.stateReason).toMatch(tooBig)
  expect(partition).toBe('')
  await store.close()
})

it('the largest state that an event can hold faults nothing', async () => {
  const { store, shown, state } = await runOver("fromStream('s').when({ A: () => 'x'.repeat(16767216) })", 'A')
  expect(shown).toMatchObject({ status: 'Running', eventsProcessedAfterRestart: 1 })
  expect(state).toHaveLength(16_767_216)
  await store.close()
})

it('a state that fits, with its result beside it, faults the next checkpoint', async () => {
  const { store } = await runOver("fromStream('s').when({ A: () => 'x'.repeat(9e6) })", 'A')
  await store.fetch(new Request('http://store/projection/p/command/disable', { method: 'POST' }))
  const shown = (await (await store.fetch(new Request('http://store/projection/p'))).json()) as Shown
  expect(shown.status).toBe('Faulted')
  expect(shown.stateReason).toMatch(tooBig)
  await store.close()
})

it('an event of more than a stream can hold faults the projection in the words of the server', async () => {
  const query = "fromStream('s').when({ A: () => ({ n: 1 }) }).transformBy(() => 'x'.repeat(16767217))"
  const { store, shown } = await runOver(query, 'A')
  expect(shown.status).toBe('Faulted (Enabled)')
  expect(shown.stateReason).toMatch(/^Failed to write the event: Event Id: [-\da-f]{36}, Event Type: Result, Data: "x+… to stream: /)
  expect(shown.stateReason).toMatch(/ to stream: \$projections-p-result failed\. Reason: Record is too big\. \(Parameter 'data'\)\.$/)
  expect(await store.read('$projections-p-result')).toEqual([])
  await store.close()
})
