// Decides what becomes of a request the next time it is sent, and sends it again.

import type { FaultRule, InjectedFault, RuleInForce } from '../../../engine/faults/faults.ts'
import type { LoggedRequest } from '../../../engine/observe/request-log.ts'
import type { Store } from '../../../engine/store.ts'
import type { SentRequest } from '../../../renderings/request.ts'
import { fetchable } from '../../../renderings/request.ts'
import { statusLine } from '../store/refusal.ts'
import { troubleOf } from '../trouble.ts'

/** `lost-answer`: the store acts, and the client never hears of it. `unsent`: the connection drops before the store sees the request. */
export const nextOutcomes = ['status', 'delay', 'lost-answer', 'unsent', 'lost-race'] as const
export type NextOutcome = (typeof nextOutcomes)[number]

type SentTo = Pick<LoggedRequest, 'method' | 'url'>

/** @param base address of the store. @returns the path below it, as fault rules read paths. */
export const ruledPath = (url: string, base: string): string =>
  new URL(url).pathname.slice((URL.canParse(base) ? new URL(base).pathname : '').replace(/\/+$/, '').length)

/** What can become of a request: only writes to streams have a race to lose. */
export function outcomesFor({ method, url }: SentTo, base: string): readonly NextOutcome[] {
  const canRace = (method === 'POST' || method === 'DELETE') && ruledPath(url, base).startsWith('/streams/')
  return nextOutcomes.filter((outcome) => canRace || outcome !== 'lost-race')
}

/** @param amount the status, or the milliseconds of the delay. */
export function nextRule({ method, url }: SentTo, outcome: NextOutcome, amount: number, base: string): FaultRule {
  return { ...faultOf(outcome, amount), method, path: ruledPath(url, base), exact: true, times: 1 }
}

function faultOf(outcome: NextOutcome, amount: number): InjectedFault {
  switch (outcome) {
    case 'status':
      return { kind: 'status', status: amount }
    case 'delay':
      return { kind: 'latency', milliseconds: amount }
    case 'lost-answer':
      return { kind: 'dropped', when: 'answered' }
    case 'unsent':
      return { kind: 'dropped' }
    case 'lost-race':
      return { kind: 'lost-race' }
  }
}

/** The rules that wait for one request. */
const ours = new WeakSet<FaultRule>()

/**
 * Puts a rule in force until one request has met it.
 *
 * @param onMet called when it is over.
 * @throws StoreError `invalid-options` if the rule is not possible.
 */
export function failNext({ faults, requests }: Pick<Store, 'faults' | 'requests'>, rule: FaultRule, onMet: () => void): void {
  faults.add(rule)
  ours.add(rule)
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
  rules.filter(({ rule, met }) => ours.has(rule) && met === 0)

/** What a waiting fault does. */
export function outcomeOf(rule: FaultRule): NextOutcome {
  switch (rule.kind) {
    case 'latency':
      return 'delay'
    case 'dropped':
      return rule.when === 'answered' ? 'lost-answer' : 'unsent'
    case 'lost-race':
      return 'lost-race'
    default:
      return 'status'
  }
}

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
