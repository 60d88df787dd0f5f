import { expect, test } from 'vitest'
import { Turns } from './turns.ts'

const setUp = () => {
  const timers = new Set<() => void>()
  const after = (_: number, callback: () => void) => {
    timers.add(callback)
    return () => void timers.delete(callback)
  }
  const turns = new Turns({ now: () => 0, after })
  const order: number[] = []
  const taken = Array.from({ length: 20 }, async (_, index) => {
    const end = await turns.take()
    order.push(index)
    return end
  })
  return { timers, order, taken }
}

const turn = () => new Promise((resolve) => setImmediate(resolve))
const upTo = (count: number) => Array.from({ length: count }, (_, index) => index)

test('sixteen run at once, and the others follow in their order', async () => {
  const { order, taken, timers } = setUp()
  await turn()
  expect(order).toEqual(upTo(16))
  const end = await taken[3]!
  end()
  end()
  await turn()
  expect(order).toEqual(upTo(17))
  for (const each of taken) (await each)()
  expect(order).toEqual(upTo(20))
  expect(timers.size).toBe(0)
})

test('a turn that takes long is over for the others', async () => {
  const { order, timers } = setUp()
  await turn()
  const [first] = timers
  first!()
  await turn()
  expect(order).toEqual(upTo(17))
})
