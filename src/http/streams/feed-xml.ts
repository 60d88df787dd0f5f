// Converts feeds and entries into Atom XML (streams-http §7.6).

import type { FeedEntry, FeedLink } from './entry.ts'
import { eventElements } from './event-xml.ts'
import type { AtomFeed } from './feed.ts'
import type { XmlElement } from '../xml/element.ts'
import { declaration, printXml } from '../xml/element.ts'

/** The namespace of all elements but the members of events. */
export const atomNamespace = 'http://www.w3.org/2005/Atom'

/** A feed, with Atom as the default namespace, which each member of an event has to leave. */
export const feedXml = (feed: AtomFeed): string =>
  declaration +
  printXml({
    name: 'feed',
    attributes: { xmlns: atomNamespace },
    content: [
      ...headElements(feed, ''),
      ...feed.links.map((link) => linkElement(link, '')),
      ...feed.entries.map((entry) => ({ name: 'entry', content: entryElements(entry, '', outsideAtom) })),
    ],
  })

/** A single entry, with a prefix for Atom, so the members of an event stay outside. */
export const entryXml = (entry: FeedEntry): string =>
  declaration +
  printXml({
    name: 'atom:entry',
    attributes: { 'xmlns:atom': atomNamespace },
    content: entryElements(entry, 'atom:', (element) => element),
  })

/** Puts an element in no namespace, unless it declares one. */
const outsideAtom = (element: XmlElement): XmlElement =>
  element.attributes?.['xmlns'] === undefined ? { ...element, attributes: { ...element.attributes, xmlns: '' } } : element

function entryElements(entry: FeedEntry, prefix: string, member: (element: XmlElement) => XmlElement): XmlElement[] {
  const content = entry.content && {
    name: `${prefix}content`,
    attributes: { type: 'application/xml' },
    content: eventElements(entry.content).map(member),
  }
  return [
    ...headElements(entry, prefix),
    { name: `${prefix}summary`, content: entry.summary },
    ...entry.links.map((link) => linkElement(link, prefix)),
    ...(content ? [content] : []),
  ]
}

/** The first elements of feeds and entries. @param prefix of Atom's namespace, with its colon. */
export const headElements = ({ title, id, updated }: Pick<AtomFeed, 'title' | 'id' | 'updated'>, prefix: string): XmlElement[] => [
  { name: `${prefix}title`, content: title },
  { name: `${prefix}id`, content: id },
  { name: `${prefix}updated`, content: updated },
  { name: `${prefix}author`, content: [{ name: `${prefix}name`, content: 'EventStore' }] },
]

/** @param prefix as for `headElements`. */
export const linkElement = ({ uri, relation }: FeedLink, prefix: string): XmlElement => ({
  name: `${prefix}link`,
  attributes: { href: uri, rel: relation },
})
