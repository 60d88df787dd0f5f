import { expect, test } from 'vitest'
import { factsOf } from '../../base/release/releases.ts'
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
  ['POST', '/health/live', 'ready', 404],
  ['OPTIONS', '/health/live', 'ready', 404],
  ['GET', '/health', 'ready', 404],
  ['HEAD', '/health/ready', 'ready', 404],
  ['GET', '/health/live/now', 'ready', 404],
  ['POST', '/health/ready', 'ready', 404],
  ['GET', '/health/live?liveCode=200', 'ready', 200],
  ['GET', '/health/live?livecode=503', 'ready', 503],
  ['GET', '/health/live?liveCode=abc', 'ready', 204],
  ['GET', '/health/live?liveCode=200', 'stopping', 503],
] as const)('%s %s of a node that is %s: %d', (method, path, status, expected) => {
  const url = `http://es.test${path}`
  expect(healthReply({ method, url }, new URL(url).pathname, status, factsOf('26.1').node)).toEqual({ status: expected, cors: 'none' })
})

test('release 23.10 refuses other methods, and gives no status that is asked for', () => {
  const { node } = factsOf('23.10')
  const url = 'http://es.test/health/live?liveCode=200'
  expect(healthReply({ method: 'POST', url }, '/health/live', 'ready', node).status).toBe(405)
  expect(healthReply({ method: 'GET', url }, '/health/live', 'ready', node).status).toBe(204)
})
