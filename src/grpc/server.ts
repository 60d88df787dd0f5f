// Answers one call, with the checks in the documented order: method, credentials, rights, message (grpc §1.4).

import type { Environment } from '../base/platform/environment.ts'
import { isStoreError } from '../base/errors.ts'
import { factsOf } from '../base/release/releases.ts'
import type { Settings } from '../base/settings.ts'
import type { User } from '../base/user.ts'
import { systemUser } from '../base/user.ts'
import type { NodeState } from '../node/state.ts'
import { findUser, readCredentials } from '../users/credentials.ts'
import { isAmong } from '../users/rights.ts'
import type { Users } from '../users/users.ts'
import type { GrpcAnswer, GrpcCall, CallContext } from './call.ts'
import { CallRefused } from './call.ts'
import { Ends } from './ends.ts'
import type { GrpcMethod, Service } from './method.ts'
import type { GrpcStatus } from './status.ts'
import * as status from './status.ts'
import { readTimeout } from './wire/timeout.ts'
import { messagesIn } from './wire/frames.ts'

export interface CallServerOptions {
  readonly services: readonly Service[]
  readonly users: Pick<Users, 'verify'>
  readonly node: NodeState
  readonly settings: Settings
  readonly environment: Environment
  /** Most bytes of one message of a request. */
  readonly mostMessageBytes: number
  /** Resolves when the store can answer. */
  readonly open: () => Promise<void>
  /** Aborted when the store closes: calls under way end then. */
  readonly closed: AbortSignal
}

/** @returns a function that answers calls; it reports bugs, and rejects only where the store does not open. */
export function createCallServer(options: CallServerOptions): (call: GrpcCall) => GrpcAnswer {
  const { services, node, environment, closed } = options
  const methods = new Map<string, GrpcMethod>(
    services.flatMap(({ name, methods: own }) => own.map((method) => [`/${name}/${method.name}`, method] as const)),
  )
  const serviceNames = new Set(services.map(({ name }) => name))
  const unknownService = factsOf(options.settings.release).calls.namesUnknownServices ? status.serviceUnknown : status.pathUnknown
  const underWay = new Set<Ends>()
  closed.addEventListener('abort', () => underWay.forEach((ends) => ends.end(status.cancelled)))

  return async function* answer(call) {
    await options.open()
    if (closed.aborted || node.status() === 'stopped') return status.notReady
    node.handled.requests += 1
    const type = call.header('content-type') ?? ''
    if (!contentType.test(type)) return status.contentTypeUnknown(type)
    const method = methods.get(call.path)
    if (!method) return serviceNames.has(call.path.split('/')[1] ?? '') ? status.methodUnknown : unknownService
    const ends = new Ends()
    const cancel = (): void => ends.end(status.cancelled)
    call.signal.addEventListener('abort', cancel)
    if (call.signal.aborted) cancel()
    underWay.add(ends)
    const timeout = readTimeout(call.header('grpc-timeout'))
    const stopTimer =
      timeout === undefined ? undefined : environment.after(timeout, () => ends.end(status.deadlineExceeded), { background: true })
    let steps: GrpcAnswer | undefined
    try {
      const begun = await ends.or(begin(method, call, ends.signal))
      if ('ended' in begun) return begun.ended
      if ('refused' in begun.value) return begun.value.refused
      steps = begun.value.steps
      // A loop of its own rather than `yield*` through helpers: every further generator costs a short call some turns.
      for (;;) {
        const step = await ends.or(steps.next())
        if ('ended' in step) return step.ended
        if (step.value.done) {
          steps = undefined
          return step.value.value
        }
        yield step.value.value
      }
    } catch (error) {
      steps = undefined
      return statusOf(error, ends.signal)
    } finally {
      stopTimer?.()
      underWay.delete(ends)
      call.signal.removeEventListener('abort', cancel)
      if (steps) {
        // A method that still waits hears of the end by its signal; its own clean-up follows in its own time.
        ends.end(status.cancelled)
        void steps.return(status.cancelled).catch(() => undefined)
      }
    }
  }

  /** @returns the steps of the method's answer, or the status that refuses the call. */
  async function begin(
    method: GrpcMethod,
    call: GrpcCall,
    signal: AbortSignal,
  ): Promise<{ readonly steps: GrpcAnswer } | { readonly refused: GrpcStatus }> {
    const caller = await callerOf(call, options)
    if (caller.kind === 'refused') return { refused: status.unauthenticated }
    if (caller.kind === 'unreadable') return { refused: status.credentialsUnreadable }
    if (!isAmong(method.callers, caller.user)) return { refused: status.accessDenied }
    if (method.counts) node.handled[method.counts] += 1
    const messages = messagesIn(call.body, { encoding: call.header('grpc-encoding'), most: options.mostMessageBytes, signal })
    const exchange: CallContext = { user: caller.user, origin: call.origin, header: (name) => call.header(name), messages, signal }
    return { steps: method.run(exchange) }
  }

  function statusOf(error: unknown, signal: AbortSignal): GrpcStatus {
    if (error instanceof CallRefused) return error.status
    // There is no one to answer.
    if (isStoreError(error, 'storage-closed') || signal.aborted) return status.cancelled
    environment.report(error)
    return status.handlerFailed
  }
}

/** `+proto`, and even `+json`, are taken for the same (grpc §1.2). */
const contentType = /^application\/grpc(?:\+(?:proto|json))?(?:\s*;.*)?$/

type Caller = { readonly kind: 'caller'; readonly user: User | undefined } | { readonly kind: 'refused' } | { readonly kind: 'unreadable' }

/** Anonymous if there are no credentials; ignores them while security is off. */
async function callerOf(call: GrpcCall, { users, settings }: CallServerOptions): Promise<Caller> {
  if (settings.security === 'insecure') return { kind: 'caller', user: systemUser }
  const { http } = factsOf(settings.release)
  const header = (name: string): string | null => call.header(name.toLowerCase()) ?? null
  const headers = { get: header, has: (name: string) => header(name) !== null }
  const credentials = readCredentials(headers, { ...http, schemes: ['Basic'] }, settings.trustedAuth)
  if (credentials.kind === 'unreadable') return { kind: 'unreadable' }
  if (credentials.kind === 'none') return { kind: 'caller', user: undefined }
  const user = await findUser(credentials, users)
  return user ? { kind: 'caller', user } : { kind: 'refused' }
}
