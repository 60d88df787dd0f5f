// The service Monitoring: the statistics of the node, again and again (grpc §11).

import { factsOf } from '../../base/release/releases.ts'
import { Double } from '../../base/json/value.ts'
import type { Figure } from '../../node/statistics.ts'
import { takeStatistics } from '../../node/statistics.ts'
import type { CallContext, GrpcAnswer } from '../call.ts'
import { encode } from '../messages/codec.ts'
import type { Service } from '../method.ts'
import { serverStream } from '../method.ts'
import type { CallServices } from '../parts.ts'
import { cancelled } from '../status.ts'
import { frame } from '../wire/frames.ts'

type Parts = Pick<CallServices, 'node' | 'environment' | 'settings'>

/** Nobody asks who calls. */
export const monitoringService = (parts: Parts): Service => ({
  name: 'event_store.client.monitoring.Monitoring',
  methods: [
    {
      name: 'Stats',
      callers: 'anyone',
      counts: 'reads',
      run: serverStream('monitoring.StatsReq', ({ refreshTimePeriodInMs }, context) =>
        statistics(Number(refreshTimePeriodInMs), context, parts),
      ),
    },
  ],
})

/** The shortest time between two messages: a period of 0 would be an endless loop. */
const shortestPeriod = 100

async function* statistics(period: number, { signal }: CallContext, { node, environment, settings }: Parts): GrpcAnswer {
  while (!signal.aborted) {
    const stats = takeStatistics(node, environment.now(), factsOf(settings.release).node).map(
      ({ path, value }) => [path.join('-'), print(value)] as const,
    )
    yield frame(encode('monitoring.StatsResp', { stats: Object.fromEntries(stats) }))
    await new Promise<void>((resolve) => {
      const end = (): void => {
        cancel()
        signal.removeEventListener('abort', end)
        resolve()
      }
      const cancel = environment.after(Math.max(shortestPeriod, period), end, { background: true })
      signal.addEventListener('abort', end)
    })
  }
  return cancelled
}

const print = (value: Figure): string => (value instanceof Double ? String(value.value) : value === null ? '' : String(value))
