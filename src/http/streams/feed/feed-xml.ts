// Converts feeds and entries into Atom XML (streams-http §7.6).

import type { FeedEntry, FeedLink } from './entry.ts'
import { eventElements } from './event-xml.ts'
import type { AtomFeed } from './feed.ts'
import type { Steps } from '../../../base/time/steps.ts'
import type { XmlElement } from '../../xml/element.ts'
import { declaration, printXmlSteps } from '../../xml/element.ts'

/** The namespace of all elements but the members of events. */
const atomNamespace = 'http://www.w3.org/2005/Atom'

/**
 * A feed, with Atom as the default namespace, which each member of an event has to leave. It is empty where an embedded event has no XML
 * form: the server fails and answers all the same.
 */
export const feedXml = (feed: AtomFeed): Steps<string> =>
  feedOf(
    feed,
    feed.entries.map((entry) => entryElements(entry, '', outsideAtom)),
  )

/** A feed of messages, whose entries have retry counts. */
export const retriesXml = (feed: FeedHead, entries: readonly { readonly entry: FeedEntry; readonly retries: number }[]): Steps<string> =>
  feedOf(
    feed,
    entries.map(({ entry, retries }) => entryElements(entry, '', outsideAtom, [{ name: 'retryCount', content: String(retries) }])),
  )

type FeedHead = Pick<AtomFeed, 'author' | 'title' | 'id' | 'updated' | 'links'>

function* feedOf(feed: FeedHead, entries: readonly Steps<XmlElement[] | undefined>[]): Steps<string> {
  const content = [...headElements(feed, ''), ...feed.links.map((link) => linkElement(link, ''))]
  for (const entry of entries) {
    const elements = yield* entry
    if (!elements) return ''
    content.push({ name: 'entry', content: elements })
  }
  return declaration + (yield* printXmlSteps({ name: 'feed', attributes: { xmlns: atomNamespace }, content }))
}

/** A single entry, with a prefix for Atom, so the members of an event stay outside. It may be empty, as a feed. */
export function* entryXml(entry: FeedEntry): Steps<string> {
  const content = yield* entryElements(entry, 'atom:', (element) => element)
  if (!content) return ''
  return declaration + (yield* printXmlSteps({ name: 'atom:entry', attributes: { 'xmlns:atom': atomNamespace }, content }))
}

/** Puts an element in no namespace, unless it declares one. */
const outsideAtom = (element: XmlElement): XmlElement =>
  element.attributes?.['xmlns'] === undefined ? { ...element, attributes: { ...element.attributes, xmlns: '' } } : element

/** @param counts elements behind the summary. */
function* entryElements(
  entry: FeedEntry,
  prefix: string,
  member: (element: XmlElement) => XmlElement,
  counts: readonly XmlElement[] = [],
): Steps<XmlElement[] | undefined> {
  const members = entry.content ? yield* eventElements(entry.content) : []
  if (!members) return undefined
  return [
    ...headElements(entry, prefix),
    { name: `${prefix}summary`, content: entry.summary },
    ...counts,
    ...entry.links.map((link) => linkElement(link, prefix)),
    ...(entry.content ? [{ name: `${prefix}content`, attributes: { type: 'application/xml' }, content: members.map(member) }] : []),
  ]
}

/** The first elements of feeds and entries. @param prefix of Atom's namespace, with its colon. */
const headElements = (
  { author, title, id, updated }: Pick<AtomFeed, 'author' | 'title' | 'id' | 'updated'>,
  prefix: string,
): XmlElement[] => [
  { name: `${prefix}title`, content: title },
  { name: `${prefix}id`, content: id },
  { name: `${prefix}updated`, content: updated },
  { name: `${prefix}author`, content: [{ name: `${prefix}name`, content: author }] },
]

/** @param prefix as for `headElements`. */
const linkElement = ({ uri, relation }: FeedLink, prefix: string): XmlElement => ({
  name: `${prefix}link`,
  attributes: { href: uri, rel: relation },
})
