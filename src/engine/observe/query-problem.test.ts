import { describe, expect, it } from 'vitest'
import { createStore } from '../store.ts'

describe('store.check', () => {
  it('finds nothing wrong with a query that can be parsed, and runs nothing of it', async () => {
    const store = createStore()
    expect(await store.check("fromStream('a').when({ $any: (s) => s })")).toBeUndefined()
    expect(await store.check('for (;;) {}')).toBeUndefined()
    await store.close()
  })

  it('names the mistake and its place', async () => {
    const store = createStore()
    expect(await store.check("fromStream('a')\n  .when({ A: (s, e) => })")).toEqual({
      message: expect.stringMatching(/^Unexpected token '}'/),
      line: 2,
      column: 24,
    })
    await store.close()
  })
})

describe('store.fault', () => {
  it('is undefined if there is no such projection, and while one runs', async () => {
    const store = createStore()
    expect(await store.fault('nobody')).toBeUndefined()
    await store.project('fine', "fromStream('a').when({ $any: (s) => s })")
    expect(await store.fault('fine')).toBeUndefined()
    await store.close()
  })

  it('has the place of the fault in the query', async () => {
    const store = createStore()
    await store.append('a', { type: 'A', data: { n: 1 } })
    await store.project('broken', "fromStream('a').when({\n  A: (s, e) => {\n    s.n = e.data.missing.n\n  },\n})")
    await store.settled()
    expect(await store.fault('broken')).toEqual({
      message: expect.stringContaining("Cannot read property 'n' of undefined"),
      line: 3,
      column: expect.any(Number),
    })
    await store.close()
  })
})
