import { expect, test } from 'vitest'
import { healthReply, isHealthPath } from './health.ts'

test.each([
  ['/health', true],
  ['/health/', true],
  ['/health/live', true],
  ['/Health/LIVE', true],
  ['/healthy', false],
  ['/', false],
  [undefined, false],
])('%s is about health: %s', (path, is) => {
  expect(isHealthPath(path)).toBe(is)
})

test.each([
  ['GET', '/health/live', 'ready', 204],
  ['HEAD', '/health/live', 'ready', 204],
  ['GET', '/HEALTH/Live', 'ready', 204],
  ['GET', '/health/live/', 'ready', 204],
  ['GET', '/health//live', 'ready', 404],
  ['GET', '/health/live', 'stopping', 503],
  ['POST', '/health/live', 'ready', 405],
  ['OPTIONS', '/health/live', 'ready', 405],
  ['GET', '/health', 'ready', 404],
  ['HEAD', '/health/ready', 'ready', 404],
  ['GET', '/health/live/now', 'ready', 404],
  ['POST', '/health/ready', 'ready', 405],
] as const)('%s %s of a node that is %s: %d', (method, path, status, expected) => {
  expect(healthReply(path, method, status)).toEqual({ status: expected, cors: 'none' })
})
