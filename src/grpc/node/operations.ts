// The service Operations: scavenges, shutdown, and commands without effect on a single node (grpc §11).

import type { GrpcMethod, Service, UnaryReply } from '../method.ts'
import { unary } from '../method.ts'
import type { CallServices } from '../parts.ts'
import { handlerFailed, refused, scavengeUnknown } from '../status.ts'

const scavengeResult = { started: 0, inProgress: 1, stopped: 2 } as const

type Parts = Pick<CallServices, 'scavenges' | 'node' | 'subscriptions'>

export function operationsService({ scavenges, node, subscriptions }: Parts): Service {
  const method = (name: string, run: GrpcMethod['run']): GrpcMethod => ({ name, callers: 'admin-or-ops', counts: 'writes', run })
  const done: UnaryReply<'Empty'> = { message: {} }
  const command = (name: string, run: () => void = () => undefined): GrpcMethod =>
    method(
      name,
      unary(['Empty', 'Empty'], async () => {
        run()
        return done
      }),
    )
  return {
    name: 'event_store.client.operations.Operations',
    methods: [
      method(
        'StartScavenge',
        unary(['operations.StartScavengeReq', 'operations.ScavengeResp'], async (_message, { origin }) => {
          const outcome = await scavenges.start(new URL(origin).host)
          const isRunning = outcome.kind === 'running'
          const scavengeId = isRunning ? (scavenges.current() ?? '') : outcome.id
          return { message: { scavengeId, scavengeResult: isRunning ? scavengeResult.inProgress : scavengeResult.started } }
        }),
      ),
      method(
        'StopScavenge',
        unary(['operations.StopScavengeReq', 'operations.ScavengeResp'], async ({ options }) => {
          if (!options) return { status: handlerFailed }
          const { scavengeId } = options
          if (!(await scavenges.stop(scavengeId))) return { status: scavengeUnknown(scavengeId) }
          return { message: { scavengeId, scavengeResult: scavengeResult.stopped } }
        }),
      ),
      command('Shutdown', () => node.stop()),
      command('MergeIndexes'),
      command('ResignNode'),
      method(
        'SetNodePriority',
        unary(['operations.SetNodePriorityReq', 'Empty'], async () => done),
      ),
      method(
        'RestartPersistentSubscriptions',
        unary(['Empty', 'Empty'], async () =>
          (await subscriptions.restart()) ? done : { status: refused('The subsystem of persistent subscriptions is stopped.') },
        ),
      ),
    ],
  }
}
