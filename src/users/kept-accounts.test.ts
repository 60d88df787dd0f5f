import { expect, test } from 'vitest'
import { newEvents } from '../base/events/event-table.ts'
import { platformEnvironment } from '../base/platform/environment.ts'
import { defaultSettings } from '../base/settings.ts'
import { memoryStorage } from '../storage/memory/memory.ts'
import type { Storage } from '../storage/storage.ts'
import { createStreams, expectedVersion } from '../streams/streams.ts'
import { createUsers } from './users.ts'

const environment = platformEnvironment()

/** Users of a store whose reads are counted. */
async function watched() {
  const memory = memoryStorage()
  let reads = 0
  let beforeAnswer = async (): Promise<void> => undefined
  const storage: Storage = {
    ...memory,
    read: async (work) => {
      reads++
      const answer = await memory.read(work)
      await beforeAnswer()
      return answer
    },
  }
  const streams = createStreams({ storage: memory, environment })
  const users = createUsers({ storage, streams, environment, settings: defaultSettings })
  await memory.write((tx) => users.startIn(tx))
  await users.create({ login: 'ada', password: 'secret', fullName: 'Ada', groups: ['editors'] })
  const append = async (stream: string, type: string, data: string): Promise<void> => {
    const events = newEvents([{ id: environment.uuid(), type, data, metadata: '', isJson: true }])
    await streams.append({ stream, events, expected: expectedVersion.any })
  }
  return {
    users,
    memory,
    append,
    signIn: async (password = 'secret') => (await users.verify('ada', password))?.name,
    reads: () => reads,
    /** Does something between the next read and its answer. */
    beforeAnswer(work: () => Promise<void>) {
      beforeAnswer = async () => {
        beforeAnswer = async () => undefined
        await work()
      }
    },
  }
}

test('an account is read once, whatever else is written', async () => {
  const { signIn, append, reads } = await watched()
  expect(await signIn()).toBe('ada')
  await append('order-1', 'OrderPlaced', '{}')
  const before = reads()
  expect(await signIn()).toBe('ada')
  expect(await signIn('wrong')).toBeUndefined()
  expect(reads()).toBe(before)
})

test.for([
  ['disabled', ({ users }) => users.disable('ada')],
  ['deleted', ({ users }) => users.delete('ada')],
  ['given another password', ({ users }) => users.resetPassword('ada', 'other')],
  ['hidden by metadata', ({ append }) => append('$$$user-ada', '$metadata', '{"$tb":9223372036854775807}')],
  ['overwritten by hand', ({ append }) => append('$user-ada', '$UserUpdated', '{}')],
  ['gone with all else', ({ memory }) => memory.write(async (tx) => tx.clear())],
] satisfies [string, (store: Awaited<ReturnType<typeof watched>>) => Promise<unknown>][])(
  'an account that is %s is read again',
  async ([, change]) => {
    const store = await watched()
    expect(await store.signIn()).toBe('ada')
    await change(store)
    expect(await store.signIn()).toBeUndefined()
  },
)

test('an account that changes while it is read is read again', async () => {
  const { signIn, users, beforeAnswer } = await watched()
  beforeAnswer(async () => void (await users.disable('ada')))
  expect(await signIn()).toBe('ada')
  expect(await signIn()).toBeUndefined()
})

test('the login of a missing account is looked up each time', async () => {
  const { users } = await watched()
  expect(await users.verify('bob', 'secret')).toBeUndefined()
  await users.create({ login: 'bob', password: 'secret', fullName: 'Bob', groups: [] })
  expect((await users.verify('bob', 'secret'))?.name).toBe('bob')
})
