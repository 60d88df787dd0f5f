// Converts a fault rule for JSON, which has no infinite latency, and back.

import type { FaultRule } from './faults.ts'

/** In the place of the milliseconds. */
const forever = 'forever'

/** A rule as JSON has it. */
export type PrintedRule = object & { readonly milliseconds?: unknown }

export const printedRule = (rule: FaultRule): PrintedRule =>
  rule.kind === 'latency' && rule.milliseconds === Number.POSITIVE_INFINITY ? { ...rule, milliseconds: forever } : rule

/** The rule is not checked here: the store refuses an impossible one. */
export const ruleIn = (printed: PrintedRule): FaultRule =>
  (printed.milliseconds === forever ? { ...printed, milliseconds: Number.POSITIVE_INFINITY } : printed) as FaultRule
