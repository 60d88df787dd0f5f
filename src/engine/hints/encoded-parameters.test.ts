import { afterEach, describe, expect, test, vi } from 'vitest'
import { createStore } from '../store.ts'

const create = (query: string) =>
  new Request(`http://localhost:2113/projections/continuous?${query}`, { method: 'POST', body: 'fromAll().when({})' })

describe('a projection that is created with %26 in place of &', () => {
  afterEach(() => vi.restoreAllMocks())

  test('gets the odd name that it has on a server, and one hint', async () => {
    const warn = vi.spyOn(console, 'warn').mockReturnValue()
    const store = createStore({ security: 'insecure' })
    for (const name of ['korean-tea', 'green-tea'])
      expect((await store.fetch(create(`name=${name}%26type=js%26enabled=true%26emit=true`))).status).toBe(201)
    expect(warn.mock.calls).toEqual([[expect.stringContaining('is named "korean-tea&type=js&enabled=true&emit=true" now')]])
    expect(warn.mock.calls[0]![0]).toContain('Write ?name=korean-tea&type=js&enabled=true&emit=true.')
    expect(await store.partitions('korean-tea&type=js&enabled=true&emit=true')).toEqual([])
    await store.close()
  })

  test('may have a name that cannot be decoded', async () => {
    const warn = vi.spyOn(console, 'warn').mockReturnValue()
    const store = createStore({ security: 'insecure' })
    expect((await store.fetch(create('name=tea%zz%26type=js'))).status).toBe(201)
    expect(warn.mock.calls).toEqual([[expect.stringContaining('"tea%zz%26type=js"')]])
    await store.close()
  })

  test.each([
    ['with ordinary parameters', 'name=tea&type=js&enabled=true'],
    ['whose name has that character', 'name=tea%26milk&type=js'],
    ['in a request that is refused', 'name=tea%26type=js&emit=perhaps%26type=js&enabled=yes&enabled=no&checkpoints=maybe'],
  ])('is not meant %s', async (what, query) => {
    const warn = vi.spyOn(console, 'warn').mockReturnValue()
    const store = createStore({ security: what.includes('refused') ? 'secure' : 'insecure' })
    await store.fetch(create(query))
    expect(warn.mock.calls).toEqual([])
    await store.close()
  })
})
