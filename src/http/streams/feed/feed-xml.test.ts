import { describe, expect, it } from 'vitest'
import { event } from '../../../streams/event.fixture.ts'
import { atOnce } from '../../../base/time/steps.ts'
import { entryOf } from './entry.ts'
import { dataXml, eventXml } from './event-xml.ts'
import { entryXml, feedXml } from './feed-xml.ts'
import { streamFeed } from './feed.ts'

const options = { author: 'Kurrent', fillsBrokenLinks: false, feedTagType: 'application/vnd.kurrent.atom+json' }

const base = 'http://es.test:2113'
const paid = event({ stream: 'orders-17', number: 7, type: 'OrderPaid', id: '5c0d2f1e-7a5b-4c37-9d5e-3a1f0e6b8c21' })
const read = { kind: 'event', event: { ...paid, data: '{"@id":"a","amount":12}', metadata: '{"user":"ann"}' } } as const

describe('feedXml', () => {
  const request = { stream: 'orders-17', from: 'head', direction: 'backward', count: 20, resolveLinks: true } as const
  const page = { kind: 'page', entries: [read], from: 7n, isEnd: true, last: 7n, cacheControl: undefined } as const

  it('is an Atom feed without indentation', () => {
    const url = `${base}/streams/orders-17`
    expect(atOnce(feedXml(atOnce(streamFeed(request, page, { ...options, base, level: 'none', single: false }))))).toBe(
      `<?xml version="1.0" encoding="utf-8"?><feed xmlns="http://www.w3.org/2005/Atom"><title>Event stream 'orders-17'</title><id>${url}</id>` +
        `<updated>1970-01-01T00:00:00Z</updated><author><name>Kurrent</name></author><link href="${url}" rel="self" />` +
        `<link href="${url}/head/backward/20" rel="first" /><link href="${url}/8/forward/20" rel="previous" /><link href="${url}/metadata" rel="metadata" />` +
        `<entry><title>7@orders-17</title><id>${url}/7</id><updated>1970-01-01T00:00:00Z</updated><author><name>Kurrent</name></author>` +
        `<summary>OrderPaid</summary><link href="${url}/7" rel="edit" /><link href="${url}/7" rel="alternate" /></entry></feed>`,
    )
  })

  it('takes embedded content out of the namespace', () => {
    const xml = atOnce(feedXml(atOnce(streamFeed(request, page, { ...options, base, level: 'content', single: false }))))
    expect(xml).toContain('<content type="application/xml"><eventStreamId xmlns="">orders-17</eventStreamId>')
    expect(xml).toContain(
      '<data id="a" xmlns=""><amount>12</amount></data><metadata xmlns=""><user>ann</user></metadata></content></entry>',
    )
  })
})

it('prints a single entry with a prefix', () => {
  const xml = atOnce(entryXml(atOnce(entryOf(read, { ...options, base, level: 'none', single: true }))))
  expect(xml).toContain('<atom:entry xmlns:atom="http://www.w3.org/2005/Atom"><atom:title>7@orders-17</atom:title>')
  expect(xml).toContain('<atom:content type="application/xml"><eventStreamId>orders-17</eventStreamId>')
})

it('prints nothing where an embedded event has no form in XML', () => {
  const formless = { kind: 'event', event: { ...paid, data: '{"":1}' } } as const
  const page = { kind: 'page', entries: [read, formless], from: 7n, isEnd: true, last: 7n, cacheControl: undefined } as const
  const request = { stream: 'orders-17', from: 'head', direction: 'backward', count: 20, resolveLinks: true } as const
  expect(atOnce(entryXml(atOnce(entryOf(formless, { ...options, base, level: 'content', single: true }))))).toBe('')
  expect(atOnce(feedXml(atOnce(streamFeed(request, page, { ...options, base, level: 'content', single: false }))))).toBe('')
  expect(atOnce(feedXml(atOnce(streamFeed(request, page, { ...options, base, level: 'none', single: false }))))).not.toBe('')
  expect(atOnce(eventXml(formless.event))).toContain('<data>{')
})

it('shares namespaces between the members of an event', () => {
  const event = { ...paid, data: '{"@xmlns:p":"u"}', metadata: '{"p:b":1}' }
  expect(atOnce(eventXml(event))).toContain('<data xmlns:p="u" /><metadata><p:b xmlns:p="u">1</p:b></metadata>')
})

it('prints an event with its place', () => {
  expect(atOnce(eventXml(read.event))).toBe(
    '<event><eventStreamId>orders-17</eventStreamId><eventNumber>7</eventNumber><eventType>OrderPaid</eventType>' +
      '<eventId>5c0d2f1e-7a5b-4c37-9d5e-3a1f0e6b8c21</eventId><data id="a"><amount>12</amount></data><metadata><user>ann</user></metadata></event>',
  )
})

describe('dataXml', () => {
  const data = (text: string, isJson = true) => atOnce(dataXml(event({ data: text, isJson })))

  it('is the object, or an empty element', () => {
    expect(data('{"a":[1,2]}')).toBe('<data><a>1</a><a>2</a></data>')
    expect(data('')).toBe('<data />')
    expect(data('{}')).toBe('<data />')
  })

  it('answers where the server never does', () => {
    expect(data('[1,"<"]')).toBe('<data><data>1</data><data>&lt;</data></data>')
    expect(data('[]')).toBe('<data />')
    expect(data('5')).toBe('<data>5</data>')
    expect(data('a & b', false)).toBe('<data>a &amp; b</data>')
    expect(data('{"":1}')).toBe('<data>{"":1}</data>')
  })
})
