// Routes that read the log of scavenges; they take precedence over those of streams with the same path (server-http §8.1).

import { scavengeStream, scavengesStream } from '../../streams/write/fresh-store.ts'
import type { Route } from '../exchange.ts'
import type { ReadServices } from '../streams/read/pages.ts'
import { newestPage, streamPage } from '../streams/read/pages.ts'

const media = ['text/plain', 'application/json', 'text/xml', 'application/xml']

export const scavengeLogRoutes = (options: ReadServices): Route[] => [
  {
    method: 'GET',
    path: `/streams/${scavengesStream}`,
    access: { right: 'read', stream: scavengesStream },
    writes: media,
    handle: (exchange) => newestPage(exchange, scavengesStream, options),
  },
  {
    method: 'GET',
    path: `/streams/${scavengesStream}/{scavengeId}/{event}/{count}`,
    access: { right: 'read', stream: scavengeStream('{scavengeId}') },
    writes: media,
    handle: (exchange) => streamPage(exchange, scavengeStream(exchange.params['scavengeId']!), 'backward', options),
  },
]
