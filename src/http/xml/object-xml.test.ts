import { expect, test } from 'vitest'
import { memberElements, objectXml, stringXml } from './object-xml.ts'

const head = '<?xml version="1.0" encoding="utf-8"?>'
const namespaces = 'xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance" xmlns:xsd="http://www.w3.org/2001/XMLSchema"'

test('members become elements, null ones are missing, empty ones are closed at once', () => {
  const content = memberElements({ Text: 'a < b', Count: 1, Flag: true, Empty: '', Nothing: null })
  expect(objectXml({ name: 'TextMessage', content })).toBe(
    `${head}<TextMessage ${namespaces}><Text>a &lt; b</Text><Count>1</Count><Flag>true</Flag><Empty /></TextMessage>`,
  )
})

test('an empty list is a root that is closed at once', () => {
  expect(objectXml({ name: 'ArrayOfTcpConnectionStats' })).toBe(`${head}<ArrayOfTcpConnectionStats ${namespaces} />`)
  expect(objectXml({ name: 'ArrayOfTcpConnectionStats', content: [] })).toBe(`${head}<ArrayOfTcpConnectionStats ${namespaces} />`)
})

test('empty inner elements close at once as well', () => {
  const content = [
    { name: 'Links', content: [{ name: 'Link', content: '' }] },
    { name: 'Connections', content: [] },
  ]
  expect(stringXml({ name: 'Info', content })).toBe(`${head}<Info><Links><Link /></Links><Connections /></Info>`)
})

test('a lone string has no namespaces', () => {
  expect(stringXml({ name: 'string', content: 'x & y' })).toBe(`${head}<string>x &amp; y</string>`)
})
