import { expect, test } from 'vitest'
import { defaultSettings } from '../../base/settings.ts'
import { mayCall } from './authorize.ts'

const callers = {
  anonymous: undefined,
  user: { name: 'ada', groups: ['editors'] },
  ops: { name: 'ops', groups: ['$ops'] },
  admin: { name: 'admin', groups: ['$admins'] },
}

const anonymous = { user: undefined, params: {} }

const strict = { ...defaultSettings, allowAnonymous: false }

test.each([
  ['anyone', ['anonymous', 'user', 'ops', 'admin']],
  ['authenticated', ['user', 'ops', 'admin']],
  ['statistics', ['user', 'ops', 'admin']],
  ['admin-or-ops', ['ops', 'admin']],
  ['admin', ['admin']],
] as const)('%s is %o', (access, allowed) => {
  const may = Object.entries(callers).filter(([, user]) => mayCall(access, { user, params: {} }, strict))
  expect(may.map(([name]) => name)).toEqual(allowed)
})

test('statistics are open to anonymous callers where the settings say so', () => {
  expect(mayCall('statistics', anonymous, defaultSettings)).toBe(true)
  expect(mayCall('statistics', anonymous, { ...defaultSettings, allowAnonymousEndpoints: false })).toBe(false)
  expect(mayCall('statistics', anonymous, { ...strict, allowAnonymousEndpoints: true })).toBe(true)
})

test('some commands are only for the user they are about', () => {
  expect(mayCall('oneself', { user: callers.user, params: { login: 'ada' } }, strict)).toBe(true)
  expect(mayCall('oneself', { user: callers.admin, params: { login: 'ada' } }, strict)).toBe(false)
  expect(mayCall('oneself', { user: undefined, params: { login: 'ada' } }, strict)).toBe(false)
})
