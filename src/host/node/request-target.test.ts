import { describe, expect, it } from 'vitest'
import { readTarget } from './request-target.ts'

describe('readTarget', () => {
  it.each([
    ['/ping', ['localhost:2113'], 'http://localhost:2113/ping', 'localhost:2113', 'localhost'],
    ['/ping', [], 'http://localhost/ping', 'localhost', 'localhost'],
    ['/streams/a%2Fb?x=%20', ['ES.Test:80'], 'http://ES.Test:80/streams/a%2Fb?x=%20', 'es.test', 'es.test'],
    ['/', ['[::1]:2113'], 'http://[::1]:2113/', '[::1]:2113', '[::1]'],
    ['/', ['event_store'], 'http://event_store/', 'event_store', 'event_store'],
    ['//other.test/ping', ['a'], 'http://a//other.test/ping', 'a', 'a'],
    // Another spelling of an address is that address.
    ['/', ['2130706433'], 'http://2130706433/', '127.0.0.1', '127.0.0.1'],
    ['http://b.test:1/ping?x', ['a'], 'http://b.test:1/ping?x', 'b.test:1', 'b.test'],
    ['HTTPS://b.test', ['a'], 'HTTPS://b.test', 'b.test', 'b.test'],
  ])('reads %s of %j', (target, hosts, url, authority, hostname) => {
    expect(readTarget(target, hosts)).toEqual({
      kind: 'target',
      url,
      path: new URL(url).href.slice(new URL(url).origin.length),
      authority,
      hostname,
    })
  })

  const badHosts = [
    '',
    ' ',
    'a b',
    'a:99999',
    'a:x',
    'a:',
    'a:1:2',
    '[::1',
    '::1',
    'a/b',
    'a?b',
    'a#b',
    'a\\b',
    'u@a',
    'a, b',
    '\u00e9.test',
    '%61',
  ]
  it.each([...badHosts, '256.256.256.256', '[::g]', 'a'.repeat(256)])('takes no host %j', (host) => {
    expect(readTarget('/ping', [host])).toMatchObject({ kind: 'malformed' })
  })

  it.each([
    '*',
    '',
    'ping',
    'a:443',
    'ftp://a/',
    'http://',
    'http:///ping',
    'http://a b/',
    'http://a:99999/',
    'http://[::1/',
    'http://u:p@a/',
    'http://@a/',
    'file:///etc/passwd',
  ])('takes no target %j', (target) => {
    expect(readTarget(target, ['localhost'])).toMatchObject({ kind: 'malformed' })
  })

  it('takes one host at most', () => {
    expect(readTarget('/ping', ['a', 'a'])).toEqual({ kind: 'malformed', reason: 'The request has more than one Host header.' })
  })
})
