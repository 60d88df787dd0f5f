import assert from 'node:assert/strict'
import { test } from 'vitest'
import { isOfUsers } from '../../../streams/system.ts'
import { wokenBy } from './woken.ts'

/** A projection that reads some streams; the log of users where it names none. */
const reading = (name: string, ...streams: string[]) => ({
  isPaced: name.startsWith('$'),
  runner: {
    name,
    readsLinks: streams.some((stream) => !isOfUsers(stream)),
    isConcernedBy: (commit: { readonly streams: readonly string[] | undefined }) =>
      (commit.streams ?? []).some((stream) => (streams.length > 0 ? streams.includes(stream) : isOfUsers(stream))),
  },
})

function woken(stream: string, ...sleeping: ReturnType<typeof reading>[]) {
  const { urgent, paced, areAside } = wokenBy({ end: 1, streams: [stream], tables: [] }, sleeping)
  return { urgent: urgent.map(({ name }) => name), paced: paced.map(({ name }) => name), areAside }
}

const [system, orders, sales] = [reading('$by_category'), reading('orders', 'order-1'), reading('sales', '$ce-order')]

test('projections of the system go behind those of users that an event concerns', () => {
  assert.deepEqual(woken('order-1', system, orders), { urgent: ['orders'], paced: ['$by_category'], areAside: true })
})

test('they go at once where no other is concerned, or one waits for their links', () => {
  assert.deepEqual(woken('order-2', system, orders), { urgent: [], paced: ['$by_category'], areAside: false })
  assert.deepEqual(woken('order-1', system, orders, sales), { urgent: ['orders'], paced: ['$by_category'], areAside: false })
})

test('links wake their readers alone', () => {
  assert.deepEqual(woken('$ce-order', system, orders, sales), { urgent: ['sales'], paced: [], areAside: false })
})
