import { expect, it } from 'vitest'
import { createStore } from '../../../engine/store.ts'
import type { EventEdit } from './edits.ts'
import { editedScenario, numbersBefore, tookEffect, withEdit } from './edits.ts'

const at = (number: number, stream = 'cart-1') => ({ stream, number })
const skip = (number: number): EventEdit => ({ kind: 'skip', place: at(number) })
const insert = (number: number): EventEdit => ({ kind: 'insert', place: at(number), type: 'ItemAdded', data: '{"n":9}' })

async function filled() {
  const store = createStore({ queries: 'in-process' })
  await store.project('copies', "fromCategory('cart').when({ ItemAdded(s, e) { emit('copies', 'Copied', e.data) } })")
  await store.append(
    'cart-1',
    [0, 1, 2].map((n) => ({ type: 'ItemAdded', data: { n } })),
  )
  await store.append('other', { type: 'Noted', data: {} })
  await store.settled()
  const snapshot = await store.snapshot()
  await store.close()
  return snapshot
}

it('makes a scenario of the events as they would have been', async () => {
  const snapshot = await filled()
  const change: EventEdit = { kind: 'change', place: at(2), type: 'ItemTaken', data: '{"n":7}' }
  const { events } = editedScenario(snapshot, [skip(0), change, insert(1)]).scenario
  expect(events?.map(({ type, data }) => [type, data])).toEqual([
    ['ItemAdded', { n: 1 }],
    ['ItemAdded', { n: 9 }],
    ['ItemTaken', { n: 7 }],
    ['Noted', {}],
  ])
  expect(tookEffect(snapshot, [skip(0), change])).toBe(true)
  expect(tookEffect(snapshot, [skip(0), { kind: 'skip', place: at(0, 'copies') }])).toBe(false)
})

it('leaves out an event, and still inserts one behind it', async () => {
  const { events } = editedScenario(await filled(), [insert(0), skip(0)]).scenario
  expect(events?.map(({ data }) => data)).toEqual([{ n: 9 }, { n: 1 }, { n: 2 }, {}])
})

it('knows the earlier number of each event', () => {
  const events = [at(5), at(0, 'other'), at(6), at(7)]
  const before = numbersBefore(events, [skip(5), insert(6)])
  expect([0, 1, 2, 3].map((number) => before(at(number)))).toEqual([1, undefined, 2, undefined])
  expect(before(at(4, 'other'))).toBe(4)
})

it('a later edit of the same event replaces the earlier one', () => {
  const change: EventEdit = { kind: 'change', place: at(1), type: 'A', data: '' }
  expect(withEdit([change, insert(1), skip(0)], skip(1))).toEqual([insert(1), skip(0), skip(1)])
})
