import { afterAll, expect, it } from 'vitest'
import { createStore } from '../../engine/store.ts'
import { refuseOtherArguments, refuseOthersThanStores } from './arguments.ts'

const store = createStore({ systemProjections: false })
afterAll(() => store.close())

class _Page {
  goto() {}
}

it.each([
  ['a page', new _Page(), /got an object of the class Page\. Take the store from the fixtures of the test/],
  ['a response', new Response(), /got an object of the class Response\. .*createPageStoreFixture/],
  ['undefined', undefined, /got undefined\. /],
  ['null', null, /got null\. /],
  ['a URL', 'http://localhost:2113', /got the text "http:\/\/localhost:2113"\. /],
  ['another object', { read: () => [] }, /got a plain object\. /],
  ['an object without a prototype', Object.create(null), /got a plain object\. /],
  ['a store under way', Promise.resolve(store), /got a promise\. Wait for it: expect\(await …\)\.toHaveStream/],
])('a matcher that is given %s says that it looks at a store', (_, value, message) => {
  expect(() => refuseOthersThanStores('toHaveStream', value)).toThrow(message)
})

it('a store is looked at', () => expect(() => refuseOthersThanStores('toHaveStream', store)).not.toThrow())

it.each([
  ['toHaveStream', { name: undefined }, "The name of toHaveStream cannot be undefined. It takes a name: 'order-1'."],
  ['toHaveEvents', { stream: ['a'] }, /^The stream of toHaveEvents cannot be a list\. It takes the name of a stream/],
  ['toHaveEvents', { events: { type: 'T' } }, /^The events of toHaveEvents cannot be a plain object\. It takes a list of types/],
  ['toHaveEvents', { events: ['T', null] }, /cannot be a list/],
  ['toHaveReceived', { request: '/streams/a' }, /cannot be the text "\/streams\/a"\. It takes an object/],
  ['toHaveReceivedInOrder', { requests: {} }, /It takes a list of objects/],
])('%s refuses what it cannot look for: %j', (matcher, looked, message) => {
  expect(() => refuseOtherArguments(matcher, looked)).toThrow(message)
})

it('what it can look for is taken', () => {
  const looked = { name: '', stream: 'a', events: ['T', { type: 'U' }], request: {}, requests: [] }
  expect(() => refuseOtherArguments('toHaveEvents', looked)).not.toThrow()
})
