import { expect, test } from 'vitest'
import { soakRequests } from './requests.ts'

test('2,000 generated requests are answered as the server answers, and leave the store whole', { timeout: 120_000 }, async () => {
  const { sent, faults, errors } = await soakRequests({ requests: 2000, seed: 5, until: Infinity, say: () => undefined })
  expect(faults).toEqual([])
  expect(sent).toBeGreaterThan(1800)
  // The list of 500s that the server gives is not there for nothing.
  expect(errors.size).toBeGreaterThan(5)
})
