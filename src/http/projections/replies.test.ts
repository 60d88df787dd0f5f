import { expect, test } from 'vitest'
import { readAt } from './replies.ts'

const type = 'application/json; charset=utf-8'
const notCached = { 'Cache-Control': 'max-age=0, no-cache, must-revalidate', Vary: 'Accept' }

test('a state comes with its position', () => {
  expect(readAt('{}', undefined)).toEqual({ status: 200, type, headers: notCached, body: '{}' })
  const position = '{"$s":{"s":0}}'
  expect(readAt('{}', position)).toEqual({ status: 200, type, headers: { ...notCached, 'ES-Position': position }, body: '{}' })
})

test('a position that no header can hold also drops the headers behind it', () => {
  expect(readAt('{}', '{"$s":{"größe":0}}')).toEqual({ status: 200, type, body: '{}' })
})
