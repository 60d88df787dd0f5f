import { expect, it } from 'vitest'
import type { LessonRequest } from '../../../engine/scenario/scenario.ts'
import { labelOf } from './step-label.ts'

const label = (method: string, path: string, rest: Partial<LessonRequest> = {}) => labelOf({ method, path, ...rest })

it.each([
  [
    'POST',
    '/streams/visits',
    { headers: { 'Kurrent-EventType': 'PageVisited' }, body: { page: '/about' } },
    "Append PageVisited { page: '/about' }",
  ],
  ['POST', '/streams/visits', { headers: { 'es-eventtype': 'Opened' } }, 'Append Opened'],
  [
    'POST',
    '/streams/a',
    { body: [{ eventId: '1', eventType: 'Paid', data: { amount: 60, 'by-card': true } }] },
    "Append Paid { amount: 60, 'by-card': true }",
  ],
  ['POST', '/streams/a', { body: [{ eventType: 'A' }, { eventType: 'B' }] }, 'Append 2 events to a'],
  ['POST', '/streams/a%2Fb/metadata', { body: { $maxCount: 3 } }, 'Set the metadata of a/b to { $maxCount: 3 }'],
  ['DELETE', '/streams/session-1', {}, 'Delete session-1'],
  ['DELETE', '/streams/session-1', { headers: { 'ES-HardDelete': 'true' } }, 'Delete session-1 for good'],
  ['GET', '/streams/session-1/0', {}, 'Read session-1/0'],
  ['POST', '/projection/visits/command/reset', {}, 'Reset visits'],
  ['PUT', '/projection/visits/query?emit=yes', {}, 'Update the query of visits'],
  ['DELETE', '/projection/visits', {}, 'Delete the projection visits'],
  ['POST', '/projections/continuous?name=visits&emit=yes', {}, 'Create the projection visits'],
  ['PUT', '/users/ann', {}, 'PUT /users/ann'],
  ['POST', '/streams/visits', {}, 'POST /streams/visits'],
  ['GET', '/streams/%zz', {}, 'Read %zz'],
] as const)('%s %s %o: %s', (method, path, rest, expected) => {
  expect(label(method, path, rest)).toBe(expected)
})

it('cuts long bodies', () => {
  const cut = label('POST', '/streams/a', { headers: { 'ES-EventType': 'A' }, body: { text: 'x'.repeat(100) } })
  expect(cut).toHaveLength('Append A '.length + 60)
  expect(cut.endsWith('…')).toBe(true)
})
