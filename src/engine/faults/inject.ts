// Decides which requests meet a fault, and applies it: delays, refuses or drops them, or lets them lose a race.

import type { Environment } from '../../base/platform/environment.ts'
import { StoreError } from '../../base/errors.ts'
import type { PlainAnswer, Answered, AnswerRequest } from '../../base/answer.ts'
import { sortedHeaders } from '../../base/answer.ts'
import type { FaultRule, Faults, InjectedFault } from './faults.ts'
import { faultProblems } from './problems.ts'
import { seededRandom } from './random.ts'
import { printProblems } from '../shape.ts'

interface ActiveRule {
  readonly rule: FaultRule
  seen: number
  met: number
  remove(): void
}

const offlineRule: FaultRule = { kind: 'dropped', name: 'offline' }

const injectedReason = 'Stopped by an injected fault.'

export interface FaultOptions {
  /** Which of several outcomes a `probability` or a range has; the same seed repeats them. */
  readonly seed: number
  readonly environment: Pick<Environment, 'after' | 'uuid' | 'now'>
  /** Path in front of every route. */
  readonly basePath: string
  /** Ends a projection as Faulted. @returns whether it was running. */
  readonly stopProjection: (name: string, reason: string) => Promise<boolean>
  /** Aborted when the store closes: late requests then reject with its reason. */
  readonly closed: AbortSignal
}

/** The faults to control, and how requests meet them. */
export interface InjectedFaults {
  readonly faults: Faults
  readonly answer: AnswerRequest
  /** As `answer`, for a request that something else answers. */
  readonly around: (request: Request, answer: AnswerRequest) => Promise<PlainAnswer>
  /** Lets another writer append first where a rule says so. @param request a write to the stream, as it would be over HTTP. */
  readonly race: (request: Request) => Promise<void>
  /** Whether no request meets any fault now. */
  readonly isQuiet: () => boolean
}

export function injectFaults(answer: AnswerRequest, options: FaultOptions): InjectedFaults {
  const { environment, basePath, stopProjection, closed } = options
  const random = seededRandom(options.seed)
  let rules: readonly ActiveRule[] = []
  let offline: ActiveRule | undefined

  const faults: Faults = {
    get rules() {
      return [...(offline ? [offline] : []), ...rules].map(({ rule, met, remove }) => ({ rule, met, remove }))
    },
    get offline() {
      return offline !== undefined
    },
    set offline(isOffline) {
      if (isOffline) offline ??= { rule: offlineRule, seen: 0, met: 0, remove: () => (offline = undefined) }
      else offline = undefined
    },
    add(rule) {
      refuseImpossible(rule)
      const remove = (): void => {
        rules = rules.filter((other) => other !== active)
      }
      const active: ActiveRule = { rule, seen: 0, met: 0, remove }
      rules = [...rules, active]
      return remove
    },
    clear() {
      rules = []
      faults.offline = false
    },
    stopProjection: (name, reason = injectedReason) => stopProjection(name, reason),
  }

  async function answerWith(fault: InjectedFault, name: string, request: Request, next: AnswerRequest): Promise<PlainAnswer> {
    switch (fault.kind) {
      case 'latency': {
        const { milliseconds } = fault
        const [least, most] = typeof milliseconds === 'number' ? [milliseconds, milliseconds] : milliseconds
        const late = least === most ? least : least + (most - least) * random()
        await pause(late, [request.signal, closed], environment)
        return await next(request)
      }
      case 'status':
        return refusal(fault, name, environment.now())
      case 'dropped':
        if (fault.when === 'answered') await next(request)
        return { kind: 'dropped', fault: name }
      case 'lost-race':
        // Straight to the store: the other writer meets no fault.
        await answer(otherWriter(request, fault, environment.uuid()))
        return await next(request)
      case 'stopped-projection':
        await faults.stopProjection(fault.projection, fault.reason)
        return await next(request)
    }
  }

  const around = async (request: Request, unharmed: AnswerRequest): Promise<PlainAnswer> => {
    if (offline) {
      offline.met += 1
      return { kind: 'dropped', fault: 'offline' }
    }
    if (rules.length === 0) return await unharmed(request)
    const path = new URL(request.url).pathname.slice(basePath.length)
    const met = rules.filter((active) => meets(active, request.method, path, random))
    const chain = met.reduceRight<AnswerRequest>(
      (next, { rule }) =>
        (passed) =>
          answerWith(rule, rule.name ?? rule.kind, passed, next),
      unharmed,
    )
    return await chain(request)
  }
  const race = async (request: Request): Promise<void> => {
    const path = new URL(request.url).pathname.slice(basePath.length)
    for (const active of rules) {
      const { rule } = active
      if (rule.kind !== 'lost-race' || !meets(active, request.method, path, random)) continue
      await answer(otherWriter(request, rule, environment.uuid()))
    }
  }
  return { faults, answer: (request) => around(request, answer), around, race, isQuiet: () => !offline && rules.length === 0 }
}

/**
 * Waits on the environment's clock, for ever where the time is infinite.
 *
 * @throws the reason of the first signal that aborts.
 */
async function pause(milliseconds: number, signals: readonly AbortSignal[], { after }: Pick<Environment, 'after'>): Promise<void> {
  for (const signal of signals) signal.throwIfAborted()
  const over = new AbortController()
  let cancel = (): void => undefined
  try {
    await new Promise<void>((resolve, reject) => {
      for (const signal of signals) signal.addEventListener('abort', () => reject(signal.reason), { signal: over.signal })
      if (milliseconds !== Number.POSITIVE_INFINITY) cancel = after(milliseconds, resolve)
    })
  } finally {
    cancel()
    over.abort()
  }
}

export function refuseImpossible(rule: FaultRule): void {
  const problems = faultProblems(rule)
  if (problems.length === 0) return
  throw new StoreError('invalid-options', `The fault rule is not possible:\n${printProblems(problems)}\n`, {
    hint: 'The rule was not added.',
  })
}

/** Counts the request for the rule, and says whether it meets the fault. */
function meets(active: ActiveRule, method: string, path: string, random: () => number): boolean {
  const { rule } = active
  if (rule.method !== undefined && rule.method.toUpperCase() !== method) return false
  if (rule.path !== undefined && !fits(rule.path, path, rule.exact)) return false
  if (rule.kind === 'lost-race' && !(isWrite(method) && path.startsWith('/streams/'))) return false
  active.seen += 1
  if (rule.nth !== undefined && active.seen !== rule.nth) return false
  if (rule.times !== undefined && active.met >= rule.times) return false
  if (rule.probability !== undefined && random() >= rule.probability) return false
  active.met += 1
  return true
}

/** A reader loses no race, and elsewhere the other writer's event would be something else: the query of a projection, say. */
const isWrite = (method: string): boolean => method === 'POST' || method === 'DELETE'

const fits = (pattern: string, path: string, isExact = false): boolean =>
  new RegExp(
    `^${pattern
      .split('*')
      .map((part) => part.replace(/[.*+?^${}()|[\]\\]/g, '\\$&'))
      .join('.*')}${isExact ? '$' : ''}`,
  ).test(path)

const nullBody = new Set([204, 205, 304])

type StatusFault = Extract<InjectedFault, { kind: 'status' }>

function refusal({ status, reason: statusText = '', body }: StatusFault, fault: string, now: number): Answered {
  const headers = sortedHeaders({
    'access-control-allow-origin': '*',
    // As every answer of the store; a host would set that of real time.
    date: new Date(now).toUTCString(),
    ...(body !== undefined && { 'content-type': 'text/plain; charset=utf-8' }),
  })
  const bytes = body === undefined || nullBody.has(status) ? undefined : new TextEncoder().encode(body)
  return { kind: 'answered', status, statusText, headers, body: bytes, fault }
}

/** The request of another writer who appends to the same stream just before, with the same rights. */
function otherWriter(
  request: Request,
  { eventType = 'LostRace', data = {} }: Extract<InjectedFault, { kind: 'lost-race' }>,
  eventId: string,
): Request {
  const authorization = request.headers.get('Authorization')
  return new Request(request.url, {
    method: 'POST',
    headers: {
      'Content-Type': 'application/vnd.eventstore.events+json',
      ...(authorization !== null && { Authorization: authorization }),
    },
    body: JSON.stringify([{ eventId, eventType, data }]),
  })
}
