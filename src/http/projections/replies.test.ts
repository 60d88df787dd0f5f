import { expect, test } from 'vitest'
import { factsOf } from '../../base/release/releases.ts'
import { exchangeWith } from '../exchange.fixture.ts'
import { readAt } from './replies.ts'

const type = 'application/json; charset=utf-8'
const notCached = { 'Cache-Control': 'max-age=0, no-cache, must-revalidate', Vary: 'Accept' }

test('a state comes with its position', () => {
  expect(readAt(exchangeWith(), '{}', undefined)).toEqual({ status: 200, type, headers: notCached, body: '{}' })
  const position = '{"$s":{"s":0}}'
  expect(readAt(exchangeWith(), '{}', position)).toEqual({
    status: 200,
    type,
    headers: { ...notCached, 'Kurrent-Position': position, 'ES-Position': position },
    body: '{}',
  })
  const older = readAt(exchangeWith({ facts: factsOf('23.10') }), '{}', position)
  expect(older.headers).toEqual({ ...notCached, 'ES-Position': position })
})

test('a position that no header can hold also drops the headers behind it', () => {
  expect(readAt(exchangeWith(), '{}', '{"$s":{"größe":0}}')).toEqual({ status: 200, type, body: '{}' })
})
