import { expect, test } from 'vitest'
import { createRelay } from './relay.ts'

test('turns go round by name, one at a time, in any order of asking', async () => {
  const { take } = createRelay()
  const order: string[] = []
  let working = 0
  const work = async (name: string): Promise<void> => {
    for (let turn = 1; turn <= 2; turn++) {
      const end = await take(name)
      expect(++working).toBe(1)
      await new Promise((resolve) => setTimeout(resolve, name === 'a' ? 5 : 0))
      order.push(`${name}${turn}`)
      working--
      end()
    }
  }
  await Promise.all(['c', 'a', 'b'].map(work))
  expect(order).toEqual(['a1', 'b1', 'c1', 'a2', 'b2', 'c2'])
})

test('a lone caller gets a turn at once, again and again', async () => {
  const { take } = createRelay()
  for (let turn = 0; turn < 3; turn++) {
    const end = await take('only')
    end()
  }
  await expect(take('other')).resolves.toBeTypeOf('function')
})

test('two callers of one name get a turn each, in the order of asking', async () => {
  const { take } = createRelay()
  const end = await take('first')
  const order: number[] = []
  const work = async (caller: number) => {
    const ended = await take('p')
    order.push(caller)
    ended()
  }
  const both = Promise.all([work(1), work(2)])
  end()
  await both
  expect(order).toEqual([1, 2])
})
