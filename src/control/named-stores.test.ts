import { describe, expect, test } from 'vitest'
import { createStore } from '../engine/store.ts'
import type { NewStore } from './named-stores.ts'
import { mostStores, NamedStores } from './named-stores.ts'

/** Stores that are counted instead of served, and a clock that goes only here. */
function place() {
  const timers = new Map<number, { readonly due: number; readonly callback: () => void }>()
  const closed: string[] = []
  let [now, count] = [0, 0]
  const store = createStore({ systemProjections: false })
  const stores = new NamedStores(
    async ({ name }) => {
      if (name === 'broken') throw new Error('no room')
      return { store, port: 1, close: async () => void closed.push(name) }
    },
    {
      now: () => now,
      after: (milliseconds, callback) => {
        const id = ++count
        timers.set(id, { due: now + milliseconds, callback })
        return () => void timers.delete(id)
      },
    },
  )
  const go = (milliseconds: number): void => {
    now += milliseconds
    for (const [id, timer] of timers)
      if (timer.due <= now) {
        timers.delete(id)
        timer.callback()
      }
  }
  return { stores, closed, go, timers }
}

describe('a store for a test', () => {
  test('closes by itself once its time is over, and takes its timer with it when it is closed before', async () => {
    const { stores, closed, go, timers } = place()
    await stores.open({ name: 'short', ttl: 5 })
    await stores.open({ name: 'usual' })
    await stores.open({ name: 'early', ttl: 5 })
    await stores.find('early')!.close()
    go(4999)
    expect([closed, stores.all().map(({ name }) => name)]).toEqual([['early'], ['short', 'usual']])
    go(1)
    expect([closed, stores.find('short')]).toEqual([['early', 'short'], undefined])
    go(3_600_000)
    expect([closed, timers.size]).toEqual([['early', 'short', 'usual'], 0])
  })

  test('has a free name, and no other store has it', async () => {
    const { stores } = place()
    await stores.open({ name: 'store-1' })
    const [one, other, taken] = await Promise.all([stores.open({}), stores.open({}), stores.open({ name: 'store-1' })])
    expect([one, other].map((opened) => opened.kind === 'opened' && opened.store.name)).toEqual(['store-2', 'store-3'])
    expect(taken).toEqual({ kind: 'taken' })
  })

  test('leaves its name free where it cannot be opened', async () => {
    const { stores } = place()
    await expect(stores.open({ name: 'broken' })).rejects.toThrow('no room')
    await expect(stores.open({ name: 'broken' })).rejects.toThrow('no room')
    expect(stores.all()).toEqual([])
  })

  test('is refused where a thousand are open, and all close together', async () => {
    const { stores, closed } = place()
    const wishes: readonly NewStore[] = Array.from({ length: mostStores + 1 }, () => ({}))
    const opened = await Promise.all(wishes.map((wish) => stores.open(wish)))
    expect(opened.filter(({ kind }) => kind === 'full')).toHaveLength(1)
    await stores.closeAll()
    expect([closed.length, stores.all()]).toEqual([mostStores, []])
  })
})
