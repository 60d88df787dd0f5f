import { beforeEach, expect, test } from 'vitest'
import type { Store } from '../../engine/store.ts'
import { createStore } from '../../engine/store.ts'

const origin = 'http://node.test'
let store: Store

beforeEach(() => {
  store = createStore({ trustedAuth: true, systemProjections: false })
  return () => store.close()
})

const as = (login: string, password: string) => ({ Authorization: `Basic ${btoa(`${login}:${password}`)}` })
const admin = as('admin', 'changeit')

const send = (method: string, path: string, headers: Record<string, string>, body?: unknown) =>
  store.fetch(
    new Request(origin + path, {
      method,
      headers: body === undefined ? headers : { 'Content-Type': 'application/json', ...headers },
      ...(body !== undefined && { body: typeof body === 'string' ? body : JSON.stringify(body) }),
    }),
  )

const ada = { loginName: 'ada', fullName: 'Ada', groups: ['editors'], password: 'secret' }

test('a created user is where its Location says, and can sign in', async () => {
  const created = await send('POST', '/users/', admin, { ...ada, loginName: 'a/b $' })
  expect([created.status, created.headers.get('Location')]).toEqual([201, `${origin}/users/a%2Fb%20%24`])
  expect(await created.json()).toMatchObject({ loginName: 'a/b $', success: true, error: 'Success' })
  const current = await send('GET', '/users/$current', as('a/b $', 'secret'))
  expect(await current.json()).toMatchObject({ data: { loginName: 'a/b $', fullName: 'Ada', groups: ['editors'], disabled: false } })
})

test('links of a user offer the possible commands', async () => {
  await send('POST', '/users', admin, ada)
  const rels = async () => {
    const { data } = (await (await send('GET', '/users/ada', admin)).json()) as { data: { links: { rel: string }[] } }
    return data.links.map(({ rel }) => rel)
  }
  expect(await rels()).toEqual(['reset-password', 'change-password', 'edit', 'delete', 'disable'])
  await send('POST', '/users/ada/command/disable', admin)
  expect(await rels()).toEqual(['reset-password', 'change-password', 'edit', 'delete', 'enable'])
})

test.each([
  ['POST', '/users', ''],
  ['POST', '/users', 'nonsense'],
  ['POST', '/users', '[1]'],
  ['POST', '/users', { ...ada, groups: 'editors' }],
  ['POST', '/users', { ...ada, loginName: undefined }],
  ['POST', '/users', { ...ada, password: undefined }],
  ['PUT', '/users/ops', '{'],
  ['POST', '/users/ops/command/reset-password', {}],
])('%s %s refuses the body %o', async (method, path, body) => {
  const response = await send(method, path, admin, body)
  expect([response.status, response.headers.get('Content-Type')]).toEqual([400, 'text/plain'])
  expect(await response.text()).not.toBe('')
})

test('an XML body cannot be read, even where it is JSON', async () => {
  const response = await send('POST', '/users', { ...admin, 'Content-Type': 'text/xml' }, ada)
  expect(response.status).toBe(400)
  expect((await send('GET', '/users/ada', admin)).status).toBe(404)
})

test('the handler refuses a wrong current password, with its own challenge', async () => {
  await send('POST', '/users', admin, ada)
  const response = await send('POST', '/users/ada/command/change-password', as('ada', 'secret'), { currentPassword: 'x', newPassword: 'y' })
  expect([response.status, response.headers.get('WWW-Authenticate')]).toEqual([401, 'BasicCustom realm="Kurrent", BasicCustom realm="ES"'])
  expect(response.headers.get('Access-Control-Allow-Methods')).toBe('POST, OPTIONS')
  expect(await response.json()).toMatchObject({ loginName: 'ada', success: false, error: 'Unauthorized' })
})

test('only oneself changes a password', async () => {
  await send('POST', '/users', admin, ada)
  const body = { currentPassword: 'secret', newPassword: 'other' }
  expect((await send('POST', '/users/ada/command/change-password', admin, body)).status).toBe(401)
  expect((await send('POST', '/users/ada/command/change-password', as('ada', 'secret'), body)).status).toBe(200)
  expect((await send('GET', '/users/$current', as('ada', 'secret'))).status).toBe(401)
  expect((await send('GET', '/users/$current', as('ada', 'other'))).status).toBe(200)
})

test('a user that a proxy vouches for needs no account, and then has no record', async () => {
  const response = await send('GET', '/users/$current', { 'ES-TrustedAuth': 'carol; editors' })
  expect(response.status).toBe(404)
  expect(await response.json()).toMatchObject({ data: null, success: false, error: 'NotFound' })
  expect((await send('GET', '/users', { 'ES-TrustedAuth': 'carol; $admins' })).status).toBe(200)
})

test('failures keep their body, and have none in XML', async () => {
  const json = await send('DELETE', '/users/nobody', admin)
  expect([json.status, await json.json()]).toMatchObject([404, { loginName: 'nobody', error: 'NotFound' }])
  const xml = await send('DELETE', '/users/nobody', { ...admin, Accept: 'text/xml' })
  expect([xml.status, xml.headers.get('Content-Type'), await xml.text()]).toEqual([404, 'text/xml; charset=utf-8', ''])
})

test('an admin without the role may look at accounts and change none', async () => {
  const named = { 'ES-TrustedAuth': 'admin' }
  expect((await send('GET', '/users/ops', named)).status).toBe(200)
  const requests = [
    ['POST', '/users', ada],
    ['PUT', '/users/ops', { fullName: 'O', groups: [] }],
    ['DELETE', '/users/ops', undefined],
    ['POST', '/users/ops/command/disable', undefined],
    ['POST', '/users/ops/command/reset-password', { newPassword: 'x' }],
  ] as const
  for (const [method, path, body] of requests) {
    const response = await send(method, path, named, body)
    expect([response.status, response.headers.get('WWW-Authenticate')]).toEqual([
      401,
      'BasicCustom realm="Kurrent", BasicCustom realm="ES"',
    ])
    expect(await response.json()).toMatchObject({ success: false, error: 'Unauthorized' })
  }
})

test.each([
  ['POST', '/admin/reloadconfig', ''],
  ['POST', '/admin/node/priority/x', ''],
  ['POST', '/admin/node/resign', ''],
  ['GET', '/info/options', ''],
  ['POST', '/admin/scavenge', 'User not authorized'],
  ['GET', '/admin/scavenge/current', 'User not authorized'],
  ['DELETE', '/admin/scavenge/x', 'User not authorized'],
])('%s %s requires the role, not the name ops', async (method, path, body) => {
  const response = await send(method, path, { 'ES-TrustedAuth': 'ops' })
  expect([response.status, response.headers.get('WWW-Authenticate')]).toEqual([401, 'BasicCustom realm="Kurrent", BasicCustom realm="ES"'])
  expect(await response.text()).toBe(body)
})
