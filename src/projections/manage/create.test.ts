import { expect, it } from 'vitest'
import { createStore } from '../../engine/store.ts'

it.each([
  ['%20', 500],
  ['+%09', 500],
  ['%C2%85', 500],
  ['%E3%80%80', 500],
  ['%EF%BB%BF', 201],
  ['%E2%80%8B', 201],
])('answers a name of %s with %d', async (name, status) => {
  const store = createStore({ security: 'insecure' })
  const init = { method: 'POST', headers: { 'Content-Type': 'text/plain' }, body: "fromStream('s')" }
  const response = await store.fetch(new Request(`http://store/projections/continuous?enabled=no&name=${name}`, init))
  expect(response.status).toBe(status)
  await store.close()
})
