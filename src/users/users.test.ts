import { beforeEach, expect, test } from 'vitest'
import { newEvents } from '../base/events/event-table.ts'
import { platformEnvironment } from '../base/platform/environment.ts'
import { defaultSettings } from '../base/settings.ts'
import { memoryStorage } from '../storage/memory/memory.ts'
import type { Storage } from '../storage/storage.ts'
import type { Streams } from '../streams/streams.ts'
import { createStreams } from '../streams/streams.ts'
import type { Users } from './users.ts'
import { createUsers } from './users.ts'

const environment = platformEnvironment()

let storage: Storage
let streams: Streams
let users: Users

beforeEach(async () => {
  storage = memoryStorage()
  streams = createStreams({ storage, environment })
  users = createUsers({ storage, streams, environment, settings: defaultSettings })
  await storage.write((tx) => users.startIn(tx))
})

const ada = { login: 'ada', password: 'secret', fullName: 'Ada', groups: ['editors'] }

const done = { kind: 'done' }
const unknown = { kind: 'unknown' }

/** Types and data of a stream's stored events, oldest first. */
const events = async (stream: string) =>
  (await storage.read((tx) => tx.stream(stream, { from: 0, direction: 'forward', limit: 100 }))).map(({ type, data }) => [
    type,
    String(data),
  ])

const types = async (stream: string) => (await events(stream)).map(([type]) => type)

const metadata = async (stream: string) => (await events(`$$${stream}`)).map(([, data]) => JSON.parse(data!))

test('a store starts with two users', async () => {
  expect(await users.verify('admin', 'changeit')).toEqual({ name: 'admin', groups: ['$admins'] })
  expect(await users.verify('ops', 'changeit')).toEqual({ name: 'ops', groups: ['$ops'] })
  expect(await users.verify('admin', 'wrong')).toBeUndefined()
  expect(await users.verify('Admin', 'changeit')).toBeUndefined()
  expect(await users.verify('nobody', 'changeit')).toBeUndefined()
})

test('the events of a fresh store stand in the order of the server', async () => {
  const log = await storage.read((tx) => tx.log({ from: 0, direction: 'forward', limit: 100 }))
  expect(log.map(({ number, stream }) => `${number}@${stream}`)).toEqual([
    '0@$$$user-ops',
    '0@$$$user-admin',
    '0@$user-ops',
    '0@$user-admin',
    '0@$users',
    '1@$users',
  ])
})

test('a store that is opened again keeps its users', async () => {
  await users.delete('ops')
  await storage.write((tx) => users.startIn(tx))
  expect(await users.find('ops')).toBeUndefined()
  expect(await types('$users')).toEqual(['$User', '$User'])
})

test('while security is off there are no users', async () => {
  const open = memoryStorage()
  const none = createUsers({ storage: open, streams, environment, settings: { ...defaultSettings, security: 'insecure' } })
  await open.write((tx) => none.startIn(tx))
  expect(await open.read((tx) => tx.end())).toBe(0)
})

test('a created user is stored as the server stores it', async () => {
  expect(await users.create(ada)).toEqual(done)
  const [[type, data] = []] = await events('$user-ada')
  expect(type).toBe('$UserCreated')
  expect(Object.keys(JSON.parse(data!))).toEqual(['loginName', 'fullName', 'groups', 'hash', 'salt'])
  expect(data).toContain('{\n  "loginName": "ada",\n')
  expect(await metadata('$user-ada')).toEqual([{ $acl: { $w: '$admins', $d: '$admins', $mw: '$admins' } }])
  expect((await events('$users')).at(-1)).toEqual(['$User', 'ada'])
  expect(await types('$users-password-notifications')).toEqual([])
})

test('a login can be created again only with its password, and nothing changes', async () => {
  await users.create(ada)
  expect(await users.create({ ...ada, fullName: 'Other' })).toEqual(done)
  expect(await users.create({ ...ada, password: 'other' })).toEqual({ kind: 'taken' })
  expect(await users.find('ada')).toMatchObject({ fullName: 'Ada' })
  expect(await types('$user-ada')).toEqual(['$UserCreated'])
})

test('logins differ by case and may hold anything', async () => {
  for (const login of ['ada', 'ADA', 'a b/c', '', '$größe']) {
    await users.create({ ...ada, login, password: `of ${login}` })
    expect(await users.verify(login, `of ${login}`)).toMatchObject({ name: login })
  }
})

test('an update replaces name and groups and keeps the rest', async () => {
  await users.create(ada)
  await users.disable('ada')
  expect(await users.update('ada', { fullName: null, groups: [] })).toEqual(done)
  expect(await users.find('ada')).toMatchObject({ fullName: null, groups: [], disabled: true })
  const [, data] = (await events('$user-ada')).at(-1)!
  expect(Object.keys(JSON.parse(data!))).toEqual(['loginName', 'groups', 'hash', 'salt', 'disabled'])
})

test('a user with null for a group cannot sign in', async () => {
  await users.create({ ...ada, groups: ['editors', null] })
  expect(await users.find('ada')).toMatchObject({ groups: ['editors', null] })
  expect(await users.verify('ada', 'secret')).toBeUndefined()
  await users.update('ada', ada)
  expect(await users.verify('ada', 'secret')).toEqual({ name: 'ada', groups: ['editors'] })
})

test('a disabled user cannot sign in until it is enabled', async () => {
  await users.create(ada)
  expect(await users.verify('ada', 'secret')).toBeDefined()
  await users.disable('ada')
  expect(await users.verify('ada', 'secret')).toBeUndefined()
  await users.enable('ada')
  expect(await users.verify('ada', 'secret')).toBeDefined()
  expect(await types('$user-ada')).toEqual(['$UserCreated', '$UserUpdated', '$UserUpdated'])
})

test('a password is reset by others and changed by its owner', async () => {
  await users.create(ada)
  await users.resetPassword('ada', 'second')
  expect(await users.verify('ada', 'secret')).toBeUndefined()
  expect(await users.changePassword('ada', 'wrong', 'third')).toEqual({ kind: 'wrong-password' })
  expect(await users.verify('ada', 'second')).toBeDefined()
  expect(await users.changePassword('ada', 'second', 'third')).toEqual(done)
  expect(await users.verify('ada', 'second')).toBeUndefined()
  expect(await users.verify('ada', 'third')).toBeDefined()
})

test('a cache of logins hears of every change except creation and enabling', async () => {
  await users.create(ada)
  await users.enable('ada')
  expect(await events('$users-password-notifications')).toEqual([])
  await users.update('ada', ada)
  await users.disable('ada')
  await users.resetPassword('ada', 'second')
  await users.changePassword('ada', 'second', 'third')
  await users.changePassword('ada', 'wrong', 'fourth')
  await users.delete('ada')
  const told = ['$PasswordChanged', '{\n  "loginName": "ada"\n}']
  expect(await events('$users-password-notifications')).toEqual([told, told, told, told, told])
  expect(await metadata('$users-password-notifications')).toEqual([{ $maxAge: 3600 }])
})

test('a deleted user is gone, and can be created again with any password', async () => {
  await users.create(ada)
  expect(await users.delete('ada')).toEqual(done)
  expect(await users.find('ada')).toBeUndefined()
  expect(await users.verify('ada', 'secret')).toBeUndefined()
  expect(await metadata('$user-ada')).toHaveLength(2)

  expect(await users.create({ ...ada, password: 'other' })).toEqual(done)
  expect(await users.verify('ada', 'other')).toBeDefined()
  expect(await types('$user-ada')).toEqual(['$UserCreated', '$UserCreated'])
  expect((await metadata('$user-ada')).at(-1)).toEqual({ $acl: { $w: '$admins', $d: '$admins', $mw: '$admins' }, $tb: 1 })
  expect((await users.list()).map(({ login }) => login)).toEqual(['ada', 'admin', 'ops'])
})

test('no command knows a login that is not there', async () => {
  const commands = [
    users.update('ada', ada),
    users.enable('ada'),
    users.disable('ada'),
    users.delete('ada'),
    users.resetPassword('ada', 'x'),
    users.changePassword('ada', 'x', 'y'),
  ]
  expect(await Promise.all(commands)).toEqual(commands.map(() => unknown))
})

test('many users are listed in order, each once', async () => {
  const logins = Array.from({ length: 30 }, (_, index) => `user-${String(index).padStart(2, '0')}`)
  for (const login of logins.toReversed()) await users.create({ ...ada, login })
  expect((await users.list()).map(({ login }) => login)).toEqual(['admin', 'ops', ...logins])
})

/** The order of .NET's comparison under the invariant culture, which knows more than code units. */
test('logins that begin alike are listed as a culture sorts them', async () => {
  for (const login of ['Zed', 'zoe', 'a-b', 'ab', 'a_b', 'Ada', 'ada', 'é']) await users.create({ ...ada, login })
  const logins = (await users.list()).map(({ login }) => login)
  expect(logins).toEqual(['a_b', 'a-b', 'ab', 'ada', 'Ada', 'admin', 'é', 'ops', 'Zed', 'zoe'])
})

test('an event that is no account makes the login unknown', async () => {
  await streams.append({
    stream: '$user-eve',
    expected: -2n,
    events: newEvents([{ id: environment.uuid(), type: '$UserCreated', data: 'nonsense', metadata: '', isJson: false }]),
  })
  expect(await users.find('eve')).toBeUndefined()
  expect(await users.verify('eve', '')).toBeUndefined()
})
