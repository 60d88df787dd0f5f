// The service Gossip: the node as the only member of its cluster (grpc §4).

import type { Service } from '../method.ts'
import { unary } from '../method.ts'
import type { CallServices } from '../parts.ts'
import { structuredId } from '../wire/ids.ts'

/** The state of the only node. */
const leader = 8

export function gossipService({ node, settings, environment }: Pick<CallServices, 'node' | 'settings' | 'environment'>): Service {
  return {
    name: 'event_store.client.gossip.Gossip',
    methods: [
      {
        name: 'Read',
        callers: 'anyone',
        counts: undefined,
        run: unary(['Empty', 'gossip.ClusterInfo'], async (_request, { origin }) => {
          // Clients connect to this address, so it has to be one that they reach.
          const { hostname, port, protocol } = new URL(origin)
          const address = settings.advertiseHost ?? hostname
          const member = {
            instanceId: structuredId(node.instanceId),
            timeStamp: BigInt(Math.round(environment.now() * 10_000)),
            state: leader,
            isAlive: true,
            httpEndPoint: { address, port: settings.advertisePort ?? (Number(port) || (protocol === 'https:' ? 443 : 80)) },
          }
          return { message: { members: [member] } }
        }),
      },
    ],
  }
}
