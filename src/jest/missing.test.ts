import { expect, test } from 'vitest'
import { bringMissing } from './missing.ts'

interface Page {
  readonly TextEncoder: unknown
  readonly crypto: Crypto
  readonly Request: typeof Request
  readonly fetch: typeof fetch
  readonly structuredClone: unknown
}

const location = { href: 'http://localhost/shop/' }

/** With the given globals of an environment, and Node's own classes for the rest. */
const pageWith = (globals: object): Page => {
  bringMissing(globals, globalThis)
  return globals as Page
}

test('missing globals come from Node', () => {
  const page = pageWith({})
  expect(page.TextEncoder).toBe(TextEncoder)
  expect(page.structuredClone).toBe(structuredClone)
  expect(page.crypto).toBe(crypto)
})

test('existing globals stay', () => {
  const own = { TextEncoder: 'own', crypto: { randomUUID: () => 'id' }, fetch: () => 'own' }
  expect(pageWith({ ...own })).toMatchObject(own)
})

test('random values without ids make way for all of it', () => {
  expect(pageWith({ crypto: { getRandomValues: () => undefined } }).crypto).toBe(crypto)
})

test('a Request is one of Node, and relative to the page', () => {
  const page = pageWith({ location })
  const request = new page.Request('cart?full')
  expect(request).toBeInstanceOf(Request)
  expect(request.url).toBe('http://localhost/shop/cart?full')
  expect(() => new (pageWith({}).Request)('cart')).toThrow(TypeError)
})

test('fetch asks relative to the page', async () => {
  const { fetch } = pageWith({ location: { href: 'data:text/plain,page' } })
  expect(await (await fetch('data:text/plain,answer')).text()).toBe('answer')
})

/** Like jsdom's: another class with the same members. */
function foreignSignal() {
  const target = new EventTarget()
  const signal = Object.assign(target, { aborted: false, reason: undefined })
  return {
    signal: signal as unknown as AbortSignal,
    abort(reason: unknown) {
      Object.assign(signal, { aborted: true, reason })
      target.dispatchEvent(new Event('abort'))
    },
  }
}

test("a request follows another realm's signal", () => {
  const { Request } = pageWith({ location })
  const [later, before] = [foreignSignal(), foreignSignal()]
  const request = new Request('/', { signal: later.signal })
  expect(request.signal.aborted).toBe(false)
  later.abort('enough')
  expect([request.signal.aborted, request.signal.reason]).toEqual([true, 'enough'])
  before.abort('never')
  expect(new Request('/', { signal: before.signal }).signal.reason).toBe('never')
})
