// Puts fault rules in force that an earlier page of the tab has kept, so that a page can be seen starting with them.

import type { FaultRule, Faults } from '../../engine/faults/faults.ts'
import { ruleIn } from '../../engine/faults/printed-rule.ts'
import type { PrintedRule } from '../../engine/faults/printed-rule.ts'
import type { GetStorage } from '../../playground/kit/kept.ts'
import { recall } from '../../playground/kit/kept.ts'

export interface RememberedRules {
  readonly isOffline: boolean
  readonly rules: readonly PrintedRule[]
}

export const keyOf = (store: string): string => `rillbox-devtools:faults:${store}`

/** Rules that these tools have added; the application's own are not kept, because it adds them itself. */
export const ours = new WeakSet<FaultRule>()

/** Adds a rule that a reload keeps. @throws StoreError `invalid-options`, as `faults.add` does. */
export function addRule(faults: Faults, rule: FaultRule): void {
  faults.add(rule)
  ours.add(rule)
}

/** @returns whether there were any. */
export function recallRules(name: string, faults: Faults, storage: GetStorage = () => sessionStorage): boolean {
  try {
    const { isOffline, rules } = recall(storage, keyOf(name)) as RememberedRules
    for (const rule of rules) addRule(faults, ruleIn(rule))
    faults.offline ||= isOffline
    return true
  } catch {
    // Nothing is kept, or not by this release.
    return false
  }
}
