import { describe, expect, it } from 'vitest'
import { createStore } from '../../engine/store.ts'

/** A disabled projection with which no core can be made any more, and a way to ask for it. */
const open = async () => {
  const store = createStore({ security: 'insecure', requestTimeout: 0 })
  const ask = async (method: string, path: string, body?: string, type = 'application/json') => {
    const headers = body === undefined ? undefined : { 'Content-Type': type }
    return store.fetch(new Request(`http://store${path}`, { method, headers, body }))
  }
  const status = async () => ((await (await ask('GET', '/projection/p')).json()) as { status: string }).status
  await ask('POST', '/projections/continuous?name=p&enabled=no', "fromStream('s').when({})", 'text/plain')
  await ask('PUT', '/projection/p/config', '{}')
  return { store, ask, status }
}

describe('an unusable tuning', () => {
  it.each([
    ['POST', '/projection/p/command/enable', undefined, 'Stopped (Enabled)'],
    ['POST', '/projection/p/command/reset', undefined, 'Stopped'],
    ['PUT', '/projection/p/query', "fromStream('t')", 'Stopped'],
    ['PUT', '/projection/p/query', 'nonsense(', 'Stopped'],
  ])('leaves %s %s with %s unanswered', async (method, path, body, expected) => {
    const { store, ask, status } = await open()
    expect((await ask(method, path, body, 'text/plain')).status).toBe(408)
    expect(await status()).toBe(expected)
    await store.close()
  })

  it('keeps the requested value all the same', async () => {
    const { store, ask } = await open()
    expect((await ask('PUT', '/projection/p/query?emit=yes', "fromStream('t')", 'text/plain')).status).toBe(408)
    expect(await (await ask('GET', '/projection/p/query')).text()).toBe("fromStream('t')")
    expect(await (await ask('GET', '/projection/p/config')).json()).toMatchObject({ emitEnabled: true })
    await store.close()
  })

  it('leaves a projection loaded after a restart', async () => {
    const { store, ask, status } = await open()
    await ask('POST', '/projections/restart', '', 'text/plain')
    expect(await status()).toBe('Loaded')
    expect((await ask('POST', '/projection/p/command/enable')).status).toBe(408)
    expect(await status()).toBe('Loaded')
    await store.close()
  })
})
