import { expect, it } from 'vitest'
import { createStore } from '../../engine/store.ts'

it.each([
  ['a text that cannot be prepared', 'fromAll(', undefined],
  ['a tuning with which no core can be made', 'fromAll()', '{}'],
])('state and result of a projection that is Loaded because of %s are empty', async (_what, query, tuning) => {
  const store = createStore({ security: 'insecure' })
  const ask = (method: string, path: string, body?: string, type = 'application/json') =>
    store.fetch(new Request(`http://store${path}`, { method, headers: body === undefined ? {} : { 'Content-Type': type }, body }))
  await ask('POST', '/projections/continuous?name=x&enabled=no', query, 'text/plain')
  if (tuning !== undefined) await ask('PUT', '/projection/x/config', tuning)
  await ask('POST', '/projections/restart', '')
  expect(await (await ask('GET', '/projection/x')).json()).toMatchObject({ status: 'Loaded' })
  for (const what of ['state', 'result', 'state?partition=a']) {
    const response = await ask('GET', `/projection/x/${what}`)
    expect([response.status, await response.text(), response.headers.get('ES-Position')]).toEqual([200, '', null])
    expect(response.headers.get('Cache-Control')).toBe('max-age=0, no-cache, must-revalidate')
  }
  await store.close()
})
