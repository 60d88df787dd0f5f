import { expect, test } from 'vitest'
import { exchangeWith } from '../../exchange.fixture.ts'
import { withoutTrailingSlash } from './redirect.ts'

const base = 'http://es.test:2113'

test.each([
  ['/streams/s/', '/streams/s'],
  ['/streams/a%41%20%22%24%5E%7B/', '/streams/aA "$^{'],
  ['/streams/a%252525%2Fb%2fc%3Fd%23e%5B%0A/', '/streams/a%2525%2Fb%2fc%3Fd%23e%5B%0A'],
  ['/streams/%2541%2524%FF%zz%C2%85/', '/streams/A%24%FF%25zz%C2%85'],
  ['/streams/%EE%80%80%EF%BF%BD%F3%A0%80%80%F4%8F%BF%BF%EF%B7%90/', '/streams/%EE%80%80%EF%BF%BD%F3%A0%80%80%F4%8F%BF%BF%EF%B7%90'],
  ['/streams/a%5Cb%5c%255C/?x=%5c1', '/streams/a%5Cb%5C%5C/?x=%5c'],
  ['/streams/s/?embed=body', '/streams/s/?embed=bod'],
  ['/streams/s/?', '/streams/s/'],
  ['/streams/s/?x=%24%20%2F%3F%7E1', '/streams/s/?x=%24 %2F%3F~'],
  ['/streams/s/?x=%2541%23%zz1', '/streams/s/?x=%2541%23%25zz'],
])('%s leads to %s', (path, location) => {
  expect(withoutTrailingSlash(exchangeWith({ url: base + path })).headers?.['Location']).toBe(base + location)
})

test('a character outside ASCII leaves the headers out', () => {
  expect(withoutTrailingSlash(exchangeWith({ url: `${base}/streams/é/` })).headers).toBeUndefined()
})
