import { afterEach, beforeEach, expect, test } from 'vitest'
import { memoryStorage } from '../../../storage/memory/memory.ts'
import { createStore } from '../../../engine/store.ts'
import { listen } from '../http-server.ts'
import { RawClient } from './raw-client.fixture.ts'

const unhandled: unknown[] = []
const note = (reason: unknown): unknown => unhandled.push(reason)

beforeEach(() => {
  unhandled.length = 0
  process.on('unhandledRejection', note)
})

afterEach(() => process.off('unhandledRejection', note))

test('a store that does not open answers calls all the same, says why once, and ends no process', async () => {
  const storage = { ...memoryStorage(), write: () => Promise.reject(new Error('The disk is gone.')) }
  const store = createStore({ storage, requestLog: 20 })
  const warnings: string[] = []
  const server = await listen(store, { port: 0, warn: (line) => warnings.push(line) })
  const client = new RawClient(server.url)
  expect(await client.append('orders')).toMatchObject({ status: '14', message: 'Server Is Not Ready' })
  expect(await client.append('orders')).toMatchObject({ status: '14' })
  expect(warnings).toEqual([expect.stringContaining('The disk is gone.')])
  expect(store.requests.entries.map(({ outcome }) => outcome)).toEqual([
    { kind: 'failed', error: 'Error: The disk is gone.' },
    { kind: 'failed', error: 'Error: The disk is gone.' },
  ])
  expect(unhandled).toEqual([])
  client.session.destroy()
  await server.close()
})
