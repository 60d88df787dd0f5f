import { describe, expect, it } from 'vitest'
import type { Caller, GuardOptions } from './caller-guard.ts'
import { createGuard, isLocalHost } from './caller-guard.ts'

const guard = (options: Partial<GuardOptions> = {}) => createGuard({ host: '127.0.0.1', allowHosts: [], allowOrigins: [], ...options })

const caller = (authority: string, headers: Caller['headers'] = {}, more: Partial<Caller> = {}): Caller => ({
  method: 'GET',
  path: '/streams/s',
  authority,
  hostname: new URL(`http://${authority}`).hostname,
  headers,
  ...more,
})

const isAllowed = (options: Partial<GuardOptions>, given: Caller): boolean => guard(options)(given).kind === 'allowed'

describe('the host that a request names', () => {
  it.each(['localhost', 'localhost:2113', 'localhost.', 'shop.localhost:1', '127.0.0.1:2113', '127.8.9.1', '[::1]:2113'])(
    'may be this machine: %s',
    (authority) => {
      expect(isAllowed({}, caller(authority))).toBe(true)
      expect(isAllowed({ host: '0.0.0.0' }, caller(authority))).toBe(true)
    },
  )

  it.each(['evil.example', 'localhost.evil.example', '127.0.0.1.evil.example', 'notlocalhost', '192.168.0.7:2113', '[fe80::1]', '0.0.0.0'])(
    'may not be a stranger: %s',
    (authority) => {
      expect(isAllowed({}, caller(authority))).toBe(false)
      expect(isAllowed({ allowHosts: ['es.test'], allowOrigins: ['*'] }, caller(authority))).toBe(false)
    },
  )

  it('may be where the server listens, and each address where it listens on all', () => {
    expect(isAllowed({ host: '192.168.0.7' }, caller('192.168.0.7:2113'))).toBe(true)
    expect(isAllowed({ host: '192.168.0.7' }, caller('192.168.0.8:2113'))).toBe(false)
    expect(isAllowed({}, caller('kurrentdb:2113'))).toBe(false)
    expect(isAllowed({ host: 'dev.lan' }, caller('dev.lan:2113'))).toBe(true)
    expect(isAllowed({ host: 'fe80::1' }, caller('[fe80::1]:2113'))).toBe(true)
    for (const host of ['0.0.0.0', '::']) {
      expect(isAllowed({ host }, caller('192.168.0.8:2113'))).toBe(true)
      expect(isAllowed({ host }, caller('[fe80::1]:2113'))).toBe(true)
      expect(isAllowed({ host }, caller('dev.lan:2113'))).toBe(false)
      // A container of the same network.
      expect(isAllowed({ host }, caller('kurrentdb:2113'))).toBe(true)
    }
  })

  it('may be an allowed one, on any port', () => {
    const allowHosts = ['ES.test', 'event_store:2113', 'fe80::1']
    for (const authority of ['es.test:2113', 'event_store', '[fe80::1]']) expect(isAllowed({ allowHosts }, caller(authority))).toBe(true)
    expect(isAllowed({ allowHosts }, caller('sub.es.test'))).toBe(false)
    expect(isAllowed({ allowHosts: ['*'] }, caller('evil.example'))).toBe(true)
  })
})

describe('the origin of the page that asks', () => {
  const from = (origin: string, more: Partial<Caller> = {}) => caller('localhost:2113', { origin }, more)

  it.each(['http://localhost:2113', 'http://localhost:5173', 'https://app.localhost', 'http://127.0.0.1:8080', 'http://[::1]:3000'])(
    'may be of this machine: %s',
    (origin) => {
      expect(isAllowed({}, from(origin))).toBe(true)
    },
  )

  const strangers = [
    'https://evil.example',
    'http://localhost.evil.example',
    'http://192.168.0.7:2113',
    'null',
    'file://',
    'chrome-extension://abc',
    '',
  ]
  it.each([...strangers, 'http://localhost@evil.example', 'http://localhost:5173, https://evil.example', 'nonsense'])(
    'may not be %j',
    (origin) => {
      for (const method of ['GET', 'POST', 'OPTIONS']) expect(isAllowed({}, from(origin, { method }))).toBe(false)
      expect(isAllowed({ allowOrigins: ['*'] }, from(origin))).toBe(true)
    },
  )

  it('may be the server’s own, also behind a proxy that speaks https', () => {
    const allowHosts = ['es.test']
    const own = (origin: string, authority: string) => isAllowed({ allowHosts }, caller(authority, { origin }))
    expect(own('http://es.test:2113', 'es.test:2113')).toBe(true)
    expect(own('https://es.test', 'es.test')).toBe(true)
    expect(own('http://es.test:8080', 'es.test:2113')).toBe(false)
  })

  it('may be an allowed one, not a lookalike', () => {
    const allowOrigins = ['https://App.test/', 'chrome-extension://abc', 'null']
    for (const origin of ['https://app.test', 'chrome-extension://abc', 'null'])
      expect(isAllowed({ allowOrigins }, from(origin))).toBe(true)
    for (const origin of ['http://app.test', 'https://app.test:8443', 'https://app.test.evil.example', 'chrome-extension://abcd'])
      expect(isAllowed({ allowOrigins }, from(origin))).toBe(false)
  })

  it('is known without an Origin, where the browser says that the page is of another site', () => {
    const image = { 'sec-fetch-site': 'cross-site', 'sec-fetch-mode': 'no-cors', 'sec-fetch-dest': 'image' }
    expect(isAllowed({}, caller('localhost:2113', image))).toBe(false)
    expect(isAllowed({}, caller('localhost:2113', { ...image, referer: 'https://evil.example/page' }))).toBe(false)
    expect(isAllowed({}, caller('localhost:2113', { ...image, referer: 'http://127.0.0.1:5173/' }))).toBe(true)
    expect(isAllowed({ allowOrigins: ['https://app.test'] }, caller('localhost:2113', { ...image, referer: 'https://app.test/a' }))).toBe(
      true,
    )
    expect(isAllowed({ allowOrigins: ['*'] }, caller('localhost:2113', image))).toBe(true)
    for (const site of ['same-origin', 'same-site', 'none'])
      expect(isAllowed({}, caller('localhost:2113', { 'sec-fetch-site': site }))).toBe(true)
  })

  it('does not matter to a link that leads to the pages, and only there', () => {
    const visit = { 'sec-fetch-site': 'cross-site', 'sec-fetch-mode': 'navigate', 'sec-fetch-dest': 'document' }
    const visited = (path: string, more: Caller['headers'] = {}, method = 'GET') =>
      isAllowed({}, caller('localhost:2113', { ...visit, ...more }, { path, method }))
    for (const path of ['/', '/?a', '/web', '/web/index.html']) expect(visited(path)).toBe(true)
    for (const path of ['/subscriptions/s/g/1', '/webs', '/streams/web/']) expect(visited(path)).toBe(false)
    expect(visited('/web/index.html', { 'sec-fetch-dest': 'iframe' })).toBe(false)
    expect(visited('/', { origin: 'https://evil.example' }, 'POST')).toBe(false)
  })
})

describe('a refusal', () => {
  const sentence = (given: Caller) => guard()(given)

  it('names the refused caller and how to let it in', () => {
    expect(sentence(caller('evil.example:2113'))).toEqual({
      kind: 'refused',
      sentence: expect.stringMatching(/"evil\.example".*--allow-host evil\.example, or allowHosts/) as string,
    })
    expect(sentence(caller('localhost', { origin: 'https://evil.example' }))).toEqual({
      kind: 'refused',
      sentence: expect.stringMatching(/https:\/\/evil\.example, .*--allow-origin https:\/\/evil\.example, or allowOrigins/) as string,
    })
  })

  it('repeats nothing that a terminal could take for a command', () => {
    for (const origin of ['https://a\u009b2Jb', 'x://\u009b2J', '\u009b2J'])
      expect(JSON.stringify(sentence(caller('localhost', { origin })))).not.toContain('\u009b')
  })
})

it('takes no option that is no host or no origin', () => {
  for (const name of ['http://es.test', 'a b', 'a/b', '']) expect(() => guard({ allowHosts: [name] })).toThrow(`"${name}" is no host.`)
  for (const origin of ['app.test', 'https://', '']) expect(() => guard({ allowOrigins: [origin] })).toThrow(`"${origin}" is no origin.`)
})

it('recognises addresses that only this machine reaches', () => {
  expect(['127.0.0.1', '::1', 'localhost', '127.1'].map(isLocalHost)).toEqual([true, true, true, true])
  expect(['0.0.0.0', '::', '192.168.0.7', 'dev.lan'].map(isLocalHost)).toEqual([false, false, false, false])
})
