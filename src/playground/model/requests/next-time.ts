// Decides what becomes of a request the next time it is sent, and sends it again.

import type { FaultRule, InjectedFault, RuleInForce } from '../../../engine/faults/faults.ts'
import type { LoggedRequest } from '../../../engine/observe/request-log.ts'
import type { Store } from '../../../engine/store.ts'
import type { SentRequest } from '../../../renderings/request.ts'
import { fetchable } from '../../../renderings/request.ts'
import { statusLine } from '../store/refusal.ts'
import { troubleOf } from '../trouble.ts'

const faultOf = {
  status: (status: number) => ({ kind: 'status', status }),
  delay: (milliseconds: number) => ({ kind: 'latency', milliseconds }),
  /** The store acts, and the client never hears of it. */
  'lost-answer': () => ({ kind: 'dropped', when: 'answered' }),
  /** The connection drops before the store sees the request. */
  unsent: () => ({ kind: 'dropped' }),
  'lost-race': () => ({ kind: 'lost-race' }),
} satisfies Record<string, (amount: number) => InjectedFault>

export type NextOutcome = keyof typeof faultOf

type SentTo = Pick<LoggedRequest, 'method' | 'url'>

/** @param base address of the store. @returns the path below it, as fault rules read paths. */
export const ruledPath = (url: string, base: string): string =>
  new URL(url).pathname.slice((URL.canParse(base) ? new URL(base).pathname : '').replace(/\/+$/, '').length)

/** What can become of a request: only writes to streams have a race to lose. */
export function outcomesFor({ method, url }: SentTo, base: string): readonly NextOutcome[] {
  const canRace = (method === 'POST' || method === 'DELETE') && ruledPath(url, base).startsWith('/streams/')
  return (Object.keys(faultOf) as NextOutcome[]).filter((outcome) => canRace || outcome !== 'lost-race')
}

/** @param amount the status, or the milliseconds of the delay. */
export function nextRule({ method, url }: SentTo, outcome: NextOutcome, amount: number, base: string): FaultRule {
  const rule = { ...faultOf[outcome](amount), method, path: ruledPath(url, base), exact: true, times: 1 }
  outcomes.set(rule, outcome)
  return rule
}

/** What the rules do that wait for one request. */
const outcomes = new WeakMap<FaultRule, NextOutcome>()

/**
 * Puts a rule in force until one request has met it.
 *
 * @param onMet called when it is over.
 * @throws StoreError `invalid-options` if the rule is not possible.
 */
export function failNext({ faults, requests }: Pick<Store, 'faults' | 'requests'>, rule: FaultRule, onMet: () => void): void {
  faults.add(rule)
  const stop = requests.subscribe(() => {
    const inForce = faults.rules.find((each) => each.rule === rule)
    if (inForce?.met === 0) return
    inForce?.remove()
    stop()
    onMet()
  })
}

/** The faults that still wait for their request. */
export const waitingFaults = ({ rules }: Store['faults']): readonly RuleInForce[] =>
  rules.filter(({ rule, met }) => outcomes.has(rule) && met === 0)

export const outcomeOf = (waiting: FaultRule): NextOutcome => outcomes.get(waiting)!

/**
 * Sends a request again, through the faults in force.
 *
 * @returns how it ended, in words. Never rejects.
 */
export async function sendAgain(store: Pick<Store, 'fetch'>, request: SentRequest): Promise<string> {
  try {
    return statusLine(await store.fetch(fetchable(request)))
  } catch (error) {
    return troubleOf(error).what
  }
}

/** The request that renderings take. */
export const sentRequest = ({ method, url, requestHeaders, requestBody, requestBytes }: LoggedRequest): SentRequest => ({
  method,
  url,
  headers: requestHeaders,
  body: requestBytes ?? requestBody,
})
