import { expect, test } from 'vitest'
import { isAdmin, isOps } from './rights.ts'

test('a role is a name or a group', () => {
  expect(isAdmin({ name: 'admin', groups: [] })).toBe(true)
  expect(isAdmin({ name: 'ada', groups: ['$admins'] })).toBe(true)
  expect(isAdmin({ name: '$admins', groups: ['admin'] })).toBe(false)
  expect(isOps({ name: 'ops', groups: [] })).toBe(true)
  expect(isOps({ name: 'ada', groups: ['$ops'] })).toBe(true)
  expect(isOps({ name: 'ada', groups: ['ops'] })).toBe(false)
})
