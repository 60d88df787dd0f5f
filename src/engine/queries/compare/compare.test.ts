// Two versions of a query over the same events: where they part, and what they leave behind.

import { afterEach, describe, expect, test } from 'vitest'
import type { Store } from '../../store.ts'
import { createStore } from '../../store.ts'
import type { Comparison } from './compare.ts'
import { compareTraces } from './compare.ts'

let store: Store
afterEach(() => store.close())

async function compare(one: string, other: string): Promise<Comparison> {
  store = createStore({ systemProjections: false })
  await store.append('order-1', [
    { type: 'Placed', data: { total: 4 } },
    { type: 'Paid', data: { total: 4 } },
  ])
  await store.append('order-2', { type: 'Placed', data: { total: 7 } })
  return await compareTraces(store.trace(one), store.trace(other))
}

const sum = (expression: string, types = 'Placed') =>
  `fromAll().when({ $init: () => ({ total: 0 }), ${types}: (s, e) => { s.total += ${expression} } })`

describe('two queries', () => {
  test('agree where nothing differs, however they are written', async () => {
    expect(await compare(sum('e.data.total'), sum('0 + e.body.total'))).toEqual({
      agrees: true,
      events: 2,
      first: undefined,
      partitions: [],
      emitted: { one: 0, other: 0 },
      faults: { one: undefined, other: undefined },
    })
  })

  test('agree where both run out of time, however long each took', async () => {
    expect(
      await compare('fromAll().when({ Placed: () => { for (;;); } })', 'fromAll().when({ Placed() { while (true); } })'),
    ).toMatchObject({
      agrees: true,
      first: undefined,
    })
  })

  test('part at the first event whose state differs', async () => {
    const found = await compare(sum('e.data.total'), sum('Math.min(e.data.total, 5)'))
    expect(found).toMatchObject({
      agrees: false,
      first: { stream: 'order-2', number: 0, type: 'Placed', what: 'state', texts: { one: '{"total":11}', other: '{"total":9}' } },
      partitions: [{ partition: '', state: { one: '{"total":11}', other: '{"total":9}' }, result: undefined }],
    })
  })

  test('part at an event that only one of them handles, if it changes something', async () => {
    const more =
      'fromAll().when({ $init: () => ({ total: 0 }), Placed: (s, e) => { s.total += e.data.total }, Paid: (s) => { s.paid = true } })'
    expect((await compare(sum('e.data.total'), more)).first).toMatchObject({ type: 'Paid', what: 'state', texts: { one: '{"total":4}' } })
    const same = more.replace('s.paid = true', '')
    await store.close()
    expect(await compare(sum('e.data.total'), same)).toMatchObject({ agrees: true, events: 3 })
  })

  test('part in emissions, partitions and faults', async () => {
    const emitting = (target: string) => `fromAll().when({ Placed: (s, e) => { emit('${target}', 'Seen', {}) } })`
    expect(await compare(emitting('a'), emitting('b'))).toMatchObject({
      agrees: false,
      first: { what: 'emissions' },
      emitted: { one: 1 + 1, other: 2 },
    })
    await store.close()
    const partitioned = (key: string) => `fromAll().partitionBy((e) => ${key}).when({ Placed: (s, e) => ({ n: 1 }) })`
    const parted = await compare(partitioned('e.streamId'), partitioned("'all'"))
    expect(parted.first).toMatchObject({ what: 'partition', texts: { one: 'order-1', other: 'all' } })
    expect(parted.partitions.map(({ partition }) => partition)).toEqual(['order-1', 'order-2', 'all'])
    await store.close()
    const faulting = await compare(sum('e.data.total'), sum('e.data.missing.total'))
    expect(faulting).toMatchObject({ agrees: false, first: { what: 'fault', texts: { one: '' } }, faults: { one: undefined } })
    expect(faulting.faults.other?.message).toContain('Cannot read property')
  })

  test('one of which does not parse', async () => {
    const found = await compare(sum('e.data.total'), 'fromAll().when({')
    expect(found).toMatchObject({
      agrees: false,
      faults: { one: undefined, other: { message: expect.stringContaining('Unexpected end of input') as string } },
    })
  })
})
