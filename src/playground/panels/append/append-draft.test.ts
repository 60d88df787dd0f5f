import { expect, test } from 'vitest'
import { asNew, beginWith, changeEvent, newDraft, withAnotherEvent, withType, withoutEvent } from './append-draft.ts'

const known = [
  { type: 'CheckedOut', event: '2@cart-1', data: undefined },
  { type: 'ItemAdded', event: '1@cart-1', data: '{\n  "price": 2\n}' },
]

test('an event begins like the newest one, and takes the data of the type that is chosen', () => {
  const [event] = newDraft('cart-1').events
  const begun = beginWith(event!, known)
  expect(begun).toMatchObject({ type: 'CheckedOut', data: '' })
  const item = withType(begun, 'ItemAdded', known)
  expect(item.data).toBe('{\n  "price": 2\n}')
  expect(withType(item, 'CheckedOut', known).data).toBe('')
  expect(withType(item, 'Unknown', known)).toMatchObject({ type: 'Unknown', data: item.data })
})

test('data that the reader wrote stay', () => {
  const [event] = newDraft('cart-1').events
  const written = { ...event!, data: '{ "mine": 1 }' }
  expect(withType(written, 'ItemAdded', known).data).toBe('{ "mine": 1 }')
  expect(beginWith(written, known).type).toBe('')
})

test('further events begin like the one before, each with its own id, and can be removed', () => {
  const one = changeEvent(newDraft('a'), 0, (event) => ({ ...event, type: 'A' }))
  const two = withAnotherEvent(one)
  expect(two.events.map(({ type }) => type)).toEqual(['A', 'A'])
  expect(new Set(two.events.map(({ id }) => id)).size).toBe(2)
  expect(withoutEvent(two, 0).events).toEqual([two.events[1]])
  expect(asNew(two).events.map(({ id }) => id)).not.toEqual(two.events.map(({ id }) => id))
})
