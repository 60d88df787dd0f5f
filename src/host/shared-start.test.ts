import { describe, expect, test } from 'vitest'
import { isStoreError } from '../base/errors.ts'
import { differingOptions, shareStart } from './shared-start.ts'

const options = (n = 1) => ({ baseUrl: '/_store', settings: { n } })

/** A start whose stores have numbers; it records every call, and ends stores only when the test says so. */
function numbered() {
  const log: string[] = []
  const lost = new Set<number>()
  let count = 0
  let gate: Promise<void> = Promise.resolve()
  const start = shareStart(async ({ baseUrl }: { baseUrl: string; settings?: object }) => {
    const number = ++count
    log.push(`begin ${number}`)
    await Promise.resolve()
    if (baseUrl === 'nonsense') throw new Error('nonsense')
    const end = async () => {
      log.push(`end ${number}`)
      await gate
      log.push(`ended ${number}`)
    }
    return { store: { number }, isLost: () => lost.has(number), end }
  })
  return { log, lost, start, hold: (until: Promise<void>) => void (gate = until) }
}

const twice = (...names: string[]) =>
  expect.toSatisfy((error: Error) => isStoreError(error, 'setup-started-twice') && error.message.includes(`options: ${names.join(', ')}.`))

describe('shareStart', () => {
  test('gives the same store for the same options, also while it is started', async () => {
    const { start, log } = numbered()
    const [first, second] = await Promise.all([start(options()), start(options())])
    expect(second).toBe(first)
    expect(await start(options())).toBe(first)
    expect(log).toEqual(['begin 1'])
  })

  test('refuses other options by name, while it is started and afterwards', async () => {
    const { start } = numbered()
    const first = start(options())
    await expect(start({ ...options(2), baseUrl: '/other' })).rejects.toThrow(twice('baseUrl', 'settings'))
    await first
    await expect(start(options(2))).rejects.toThrow(twice('settings'))
    expect(await start(options())).toBe(await first)
  })

  test('ends with the last one that stops it', async () => {
    const { start, log } = numbered()
    const store = await start(options())
    await start(options())
    await store.stop()
    expect(log).toEqual(['begin 1'])
    await Promise.all([store.stop(), store.stop()])
    expect(log).toEqual(['begin 1', 'end 1', 'ended 1'])
  })

  test('lives on where a component is mounted, unmounted before it has started, and mounted again', async () => {
    const { start, log } = numbered()
    const stopping = start(options()).then((store) => store.stop())
    const second = start(options())
    await stopping
    expect((await second).number).toBe(1)
    expect(log).toEqual(['begin 1'])
  })

  test('begins after an end without a waiting caller, with any options', async () => {
    const { start, log, hold } = numbered()
    const held = Promise.withResolvers<void>()
    hold(held.promise)
    const first = await start(options())
    const stopping = first.stop()
    const second = start(options(2))
    await new Promise((resolve) => setTimeout(resolve))
    expect(log).toEqual(['begin 1', 'end 1'])
    held.resolve()
    expect((await second).number).toBe(2)
    await stopping
    await first.stop()
    expect(log).toEqual(['begin 1', 'end 1', 'ended 1', 'begin 2'])
  })

  test('begins again where the store is lost, with any options, and ends the remains', async () => {
    const { start, lost, log } = numbered()
    const first = await start(options())
    lost.add(1)
    const second = await start(options(2))
    expect(log).toEqual(['begin 1', 'end 1', 'ended 1', 'begin 2'])
    await first.stop()
    expect(await start(options(2))).toBe(second)
  })

  test('a start that fails leaves nothing', async () => {
    const { start } = numbered()
    const failing = [start({ baseUrl: 'nonsense' }), start({ baseUrl: 'nonsense' })]
    for (const one of failing) await expect(one).rejects.toThrow('nonsense')
    expect((await start(options())).number).toBe(2)
  })
})

describe('differingOptions', () => {
  const own = () => undefined
  const storage = new Date(0)

  test.each([
    [
      { a: 1, b: [1, { c: 'x' }], d: own, e: storage },
      { e: storage, d: own, b: [1, { c: 'x' }], a: 1 },
    ],
    [{ a: undefined }, {}],
    [{ a: NaN }, { a: NaN }],
  ])('sees none between %o and %o', (one, other) => {
    expect(differingOptions(one, other)).toEqual([])
  })

  test.each([
    ['a value', { a: 1 }, { a: 2 }],
    ['a missing one', { a: 1 }, {}],
    ['one that is new', {}, { a: 1 }],
    ['a list', { a: [1] }, { a: [1, 2] }],
    ['nested values', { a: { b: [{ c: 1 }] } }, { a: { b: [{ c: 2 }] } }],
    ['a function', { a: () => 1 }, { a: () => 1 }],
    ['an object with a class', { a: new Date(0) }, { a: new Date(0) }],
    ['a map', { a: new Map() }, { a: new Map() }],
    ['null', { a: null }, { a: {} }],
  ])('sees %s', (_what, one, other) => {
    expect(differingOptions(one, other)).toEqual(['a'])
  })
})

test('a running store takes the option that may differ, and no other', async () => {
  const taken: unknown[] = []
  const begin = () => Promise.resolve({ store: { number: 1 }, isLost: () => false, end: () => Promise.resolve() })
  const take = (_store: object, { list }: { list: readonly number[] }) => Promise.resolve(taken.push(list))
  const start = shareStart<{ url: string; list: readonly number[] }, { number: number }>(begin, { name: 'list', take })
  const first = await start({ url: 'a', list: [1] })
  expect(await start({ url: 'a', list: [2] })).toBe(first)
  await start({ url: 'a', list: [2] })
  expect(taken).toEqual([[2]])
  await expect(start({ url: 'b', list: [3] })).rejects.toThrow(twice('url'))
})
