import { expect, it } from 'vitest'
import { createStore } from '../../engine/store.ts'
import { PlaygroundSession } from './session.ts'

it('warns of a projection that feeds itself', async () => {
  const session = new PlaygroundSession({ createStore: () => Promise.resolve(createStore({ systemProjections: false })) })
  await session.open()
  await session.store!.append('s', [{ type: 'Seed', data: {} }])
  await session.store!.project('endless', "fromAll().when({ $any: () => { emit('fed', 'Fed', {}); return {} } })")
  await expect.poll(() => session.warning?.what, { timeout: 30_000 }).toBe('The projection "endless" feeds itself.')
  await session.close()
}, 60_000)
