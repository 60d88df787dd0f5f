// Puts fault rules in force that an earlier page of the tab has kept, so that a page can be seen starting with them.

import type { FaultRule, Faults } from '../../engine/faults/faults.ts'
import { ruleIn } from '../../engine/faults/printed-rule.ts'

export interface RememberedRules {
  readonly isOffline: boolean
  readonly rules: readonly FaultRule[]
}

/** @param name of the store. @returns the key in the tab's own storage. */
export const rulesKey = (name: string): string => `rillbox-devtools:faults:${name}`

/** Rules that these tools have added; the application's own are not kept, because it adds them itself. */
const ours = new WeakSet<FaultRule>()

export const isOurs = (rule: FaultRule): boolean => ours.has(rule)

/** Adds a rule that a reload keeps. @throws StoreError `invalid-options`, as `faults.add` does. */
export function addRule(faults: Faults, rule: FaultRule): void {
  faults.add(rule)
  ours.add(rule)
}

/** @returns whether there were any. */
export function recallRules(name: string, faults: Faults): boolean {
  try {
    const { isOffline, rules } = readRules(sessionStorage.getItem(rulesKey(name))!)
    for (const rule of rules) addRule(faults, rule)
    faults.offline ||= isOffline
    return true
  } catch {
    // Nothing is kept, or not by this release, or this page may not keep anything.
    return false
  }
}

/** @throws SyntaxError if the text is no JSON. */
export function readRules(text: string): RememberedRules {
  const { isOffline, rules } = JSON.parse(text) as RememberedRules
  return { isOffline, rules: rules.map(ruleIn) }
}
