import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { requestType, responseType } from './negotiate.ts'

const events = 'application/vnd.eventstore.events+json'
const writes = ['application/json', events, 'application/octet-stream', 'text/xml']

test.each([
  [null, 'unsupported'],
  ['', 'unsupported'],
  ['application/json', 'accepted'],
  ['application/json; charset=utf-8', 'accepted'],
  ['application/json;charset=UTF-8', 'accepted'],
  ['application/json;CHARSET=utf-8', 'accepted'],
  ['application/json;version=1', 'accepted'],
  [`${events}; charset=utf-8; level=1`, 'accepted'],
  ['application/octet-stream', 'accepted'],
  ['application/octet-stream; charset=utf-8', 'unsupported'],
  ['APPLICATION/JSON', 'unsupported'],
  ['application/json ;charset=utf-8', 'unsupported'],
  ['application/*', 'unsupported'],
  ['text/json', 'unsupported'],
  ['application/x-www-form-urlencoded', 'unsupported'],
  ['multipart/form-data', 'unsupported'],
  ['/', 'unsupported'],
  ['application/json; charset=utf-16', 'unsupported'],
  ['application/json; charset=us-ascii', 'unsupported'],
  ['application/json; charset=iso-8859-1', 'unsupported'],
  ['application/json; charset=utf-16; charset=utf-8', 'accepted'],
  ['application/json; charset=utf-8; charset=utf-16', 'unsupported'],
  ['json', 'malformed'],
  ['application/json; charset=utf8', 'malformed'],
  ['application/json; charset="utf-8"', 'malformed'],
  ['application/json; charset=', 'malformed'],
  ['application/json; charset=nonsense', 'malformed'],
  ['application/json; charset=windows-1252', 'malformed'],
  ['application/json; charset=latin1', 'unsupported'],
  ['application/json; charset= utf-8', 'malformed'],
  ['application/json; charset =nonsense', 'accepted'],
  ['text/plain; charset=nonsense', 'unsupported'],
])('a body of type %s is %s', (header, kind) => {
  expect(requestType(header, writes).kind).toBe(kind)
})

test.each([
  [null, 'unsupported'],
  ['', 'unsupported'],
  ['foo', 'malformed'],
  ['application/x-www-form-urlencoded', 'accepted'],
  ['anything/at all', 'accepted'],
  ['text/plain; charset=nonsense', 'accepted'],
])('where any type will do, %s is %s', (header, kind) => {
  expect(requestType(header, 'any').kind).toBe(kind)
})

test('the accepted type comes without its parameters', () => {
  expect(requestType(`${events}; charset=utf-8`, writes)).toEqual({ kind: 'accepted', type: events })
})

const feed = [
  'application/vnd.eventstore.streamdesc+json',
  'application/atom+xml',
  'application/vnd.eventstore.atom+json',
  'text/xml',
  'application/xml',
  'application/json',
  'text/html',
]
const ping = ['application/json', 'text/xml', 'application/xml', 'text/plain']

const choose = (offers: readonly string[] | 'any', accept: string | null, format?: string) => {
  const chosen = responseType({ accept, format, vendor: 'eventstore' }, offers)
  return chosen.kind === 'chosen' ? chosen.type : chosen.kind
}

test.each([
  [null, feed[0]],
  ['', feed[0]],
  ['*/*', feed[0]],
  ['application/*', feed[0]],
  ['*/*;q=0', feed[0]],
  ['*/json', feed[0]],
  ['*/', feed[0]],
  ['/json', 'unavailable'],
  ['application/', 'unavailable'],
  ['application/json', 'application/json'],
  ['APPLICATION/JSON', 'application/json'],
  ['application/json, text/plain, */*', 'application/json'],
  ['application/json;q=0.9, */*', feed[0]],
  ['text/*', 'text/xml'],
  ['text/html,application/xhtml+xml,*/*;q=0.8', 'text/html'],
  ['application/octet-stream', 'unavailable'],
  ['text/plain', 'unavailable'],
  ['*', 'unavailable'],
  ['json', 'unavailable'],
  [',,', feed[0]],
  [' , ""', feed[0]],
  ['"text/xml,x"', 'unavailable'],
  ['",text/xml', 'unavailable'],
  [',, application/json', 'application/json'],
  ['"application/json"', 'application/json'],
  ['application/json ; q=0.2', 'unavailable'],
  ['text/xml ;q=1, application/json;q=0.1', 'application/json'],
])('of a feed, %s gets %s', (accept, type) => {
  expect(choose(feed, accept)).toBe(type)
})

test.each([
  ['text/xml;q=0.5, text/plain', 'text/plain'],
  ['text/plain;q=0.9, application/json;q=1.0', 'application/json'],
  ['text/plain, application/json', 'text/plain'],
  ['text/html, */*;q=0.1', 'application/json'],
  ['text/plain;q=0', 'text/plain'],
  ['application/json;q=0, text/plain;q=0.5', 'text/plain'],
  ['text/plain;q=nonsense, application/json;q=0.9', 'text/plain'],
  ['text/plain;q=, application/json;q=0.9', 'text/plain'],
  ['text/plain;Q=0.1, application/json;q=0.2', 'application/json'],
  ['text/plain;q=0.9;q=0.1, application/json;q=0.2', 'application/json'],
  ['text/plain;q=0.1;q=x, application/json;q=0.2', 'application/json'],
  ['text/plain;q =0.1, application/json;q=0.2', 'text/plain'],
  ['text/plain;q= 1e-1, application/json;q=.2', 'application/json'],
  ['text/plain;q=0x0, application/json;q=0.9', 'text/plain'],
  ['text/plain;q=0.999999999, application/json', 'text/plain'],
  ['text/plain;q=0.5, application/json;q=7', 'application/json'],
  ['text/plain;q=-1, application/json;q=0', 'application/json'],
  ['application/json;charset=utf-8', 'application/json'],
  ['application/json;q=0.5;level=1, text/plain;q=0.4', 'application/json'],
])('qualities of %s decide for %s', (accept, type) => {
  expect(choose(ping, accept)).toBe(type)
})

test.each([
  ['json', 'application/json'],
  ['JSON', 'application/json'],
  ['xml', 'text/xml'],
  ['text', 'text/plain'],
  ['', 'text/plain'],
  ['atom', 'unavailable'],
  ['atomsvc', 'unavailable'],
  ['atomsvcxj', 'unavailable'],
  ['yaml', 'unknown-format'],
  ['html', 'unknown-format'],
  [' json', 'unknown-format'],
  ['application/json', 'unknown-format'],
  ['constructor', 'unknown-format'],
])('?format=%s beside Accept: text/plain means %s', (format, type) => {
  expect(choose(ping, 'text/plain', format)).toBe(type)
})

test('atom formats are those of feeds', () => {
  expect(choose(feed, null, 'atom')).toBe('application/atom+xml')
  expect(choose(feed, null, 'atomxj')).toBe('application/vnd.eventstore.atom+json')
})

test.each([
  [null, undefined, '*/*'],
  ['text/unheard-of', undefined, '*/*'],
  ['text/', undefined, '*/*'],
  ['/', undefined, '*/*'],
  ['foo', undefined, 'unavailable'],
  ['foo', 'json', 'application/json'],
  [null, 'yaml', 'unknown-format'],
])('a route that writes anything answers Accept %s and format %s with %s', (accept, format, type) => {
  expect(choose('any', accept, format)).toBe(type)
})

test('whatever a client accepts, the choice is on offer', () => {
  const header = fc.string({ unit: fc.constantFrom('a', '/', ';', ',', '=', '*', '"', ' ', 'q', '1', '.') })
  fc.assert(
    fc.property(header, (accept) => {
      expect([...ping, 'unavailable']).toContain(choose(ping, accept))
    }),
  )
})

test('the only type a client accepts is chosen', () => {
  expect(ping.map((type) => choose(ping, type))).toEqual(ping)
})
