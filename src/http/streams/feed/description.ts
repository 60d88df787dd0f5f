// Answers with the description document of a stream (streams-http §14).

import { writeJson } from '../../../base/json/write.ts'
import { basePathOf } from '../../pipeline/request/base-url.ts'
import { escapeName } from '../../pipeline/reply/escape.ts'
import type { Exchange, Reply } from '../../exchange.ts'
import * as media from '../media-types.ts'
import { withCharset } from '../../pipeline/reply/representations.ts'
import { acceptedItems } from '../../pipeline/request/negotiate.ts'

/** @param groups names of the persistent subscriptions on the stream. */
export function descriptionReply(exchange: Exchange, stream: string, groups: readonly string[]): Reply {
  const { vendors } = exchange.facts.http
  const path = `${basePathOf(exchange.requestBase)}/streams/${escapeName(stream)}`
  return {
    status: isRequested(exchange.request.headers.get('Accept')) ? 200 : 406,
    reason: 'Description Document',
    type: withCharset(exchange.responseType),
    body: writeJson({
      title: `Description document for '${stream}'`,
      description: 'The description document will be presented when no accept header is present or it was requested',
      _links: {
        self: { href: path, supportedContentTypes: [exchange.responseType] },
        stream: { href: path, supportedContentTypes: media.namesOf([media.atomXml, media.atomJson], vendors) },
        streamSubscription: groups.length === 0 ? null : groups.map((group) => subscriptionLink(path, group, vendors)),
      },
    }),
  }
}

/** False where the client accepts any type. */
function isRequested(accept: string | null): boolean {
  const items = acceptedItems(accept)
  return items.length > 0 && !items.includes('*/*')
}

const subscriptionLink = (streamPath: string, group: string, vendors: readonly string[]) => ({
  href: `${streamPath.replace('/streams/', '/subscriptions/')}/${group}`,
  supportedContentTypes: media.namesOf(media.competingTypes, vendors),
})
