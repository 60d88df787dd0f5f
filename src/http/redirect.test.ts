import { expect, test } from 'vitest'
import { exchangeWith } from './exchange.fixture.ts'
import { withoutTrailingSlash } from './redirect.ts'

const base = 'http://es.test:2113'

test.each([
  ['/streams/s/', '/streams/s'],
  ['/streams/a%41%20%22%2524/', '/streams/aA "$'],
  ['/streams/a%252525%2Fb%3Fc%23/', '/streams/a%2525%2Fb%3Fc%23'],
  ['/streams/s/?embed=body', '/streams/s/?embed=bod'],
  ['/streams/s/?', '/streams/s'],
  ['/streams/s/?x=%24%20%2F%3F1', '/streams/s/?x=$ /?'],
  ['/streams/s/?x=%2541%23%zz1', '/streams/s/?x=%2541%23%25zz'],
])('%s leads to %s', (path, location) => {
  expect(withoutTrailingSlash(exchangeWith({ url: base + path })).headers?.['Location']).toBe(base + location)
})

test('a character outside ASCII leaves the headers out', () => {
  expect(withoutTrailingSlash(exchangeWith({ url: `${base}/streams/é/` })).headers).toBeUndefined()
})
