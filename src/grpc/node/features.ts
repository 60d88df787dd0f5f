// The service ServerFeatures: which methods there are, and the version of the release (grpc §4).

import type { Service } from '../method.ts'
import { unary } from '../method.ts'
import type { CallServices } from '../parts.ts'

/** @param others all services besides this one. */
export function featuresService({ facts }: Pick<CallServices, 'facts'>, others: readonly Service[]): Service {
  const name = 'event_store.client.server_features.ServerFeatures'
  const own = { name, methods: [{ name: 'GetSupportedMethods', features: [] }] }
  const methods = [...others, own].flatMap((service) =>
    service.methods.map((method) => ({
      methodName: method.name.toLowerCase(),
      serviceName: service.name.toLowerCase(),
      features: method.features ?? [],
    })),
  )
  return {
    name,
    methods: [
      {
        name: 'GetSupportedMethods',
        callers: 'anyone',
        counts: undefined,
        run: unary(['Empty', 'features.SupportedMethods'], async () => ({
          message: { methods, eventStoreServerVersion: facts.version },
        })),
      },
    ],
  }
}
