// Describes the effect of a fault rule in words, and the requests that meet it.

import type { FaultRule } from '../../engine/faults/faults.ts'
import { devtools as texts } from '../../playground/strings/english/devtools.ts'
import { printCount } from '../../playground/strings/counts.ts'

export function describeFault(rule: FaultRule): string {
  const words = texts.faults.describe
  switch (rule.kind) {
    case 'latency': {
      const { milliseconds } = rule
      if (milliseconds === Number.POSITIVE_INFINITY) return words.never
      const [least, most] = typeof milliseconds === 'number' ? [milliseconds, milliseconds] : milliseconds
      return words.latency(printCount(least), printCount(most))
    }
    case 'status':
      return words.status(rule.status, rule.reason ?? '')
    case 'dropped':
      if (rule.name === 'offline') return words.offline
      return rule.when === 'answered' ? words.droppedAfter : words.dropped
    case 'lost-race':
      return words.lostRace
    case 'stopped-projection':
      return words.stopped(rule.projection)
  }
}

/** E.g. `POST /streams/orders, 30 % of them`. */
export function describeRequests({ method, path, exact, probability, times, nth }: FaultRule): string {
  const words = texts.faults.describe
  const which = [method?.toUpperCase(), path].filter(Boolean).join(' ') || texts.faults.every
  const some = [
    exact && path !== undefined && words.exactly,
    nth !== undefined && words.nth(nth),
    probability !== undefined && words.share(Math.round(probability * 100)),
    times !== undefined && words.times(times),
  ]
  return [which, ...some].filter(Boolean).join(', ')
}
