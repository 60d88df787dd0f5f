// Keeps the fault rules of the developer tools for the tab's next page.

import type { Faults } from '../../engine/faults/faults.ts'
import { printedRule } from '../../engine/faults/printed-rule.ts'
import type { RememberedRules } from './remembered-rules.ts'
import { isOurs, rulesKey } from './remembered-rules.ts'

export const printRules = ({ isOffline, rules }: RememberedRules): string => JSON.stringify({ isOffline, rules: rules.map(printedRule) })

/** @param name of the store. */
export function keepRules(name: string, faults: Faults): void {
  const rules = faults.rules.map(({ rule }) => rule).filter(isOurs)
  try {
    if (rules.length === 0 && !faults.offline) sessionStorage.removeItem(rulesKey(name))
    else sessionStorage.setItem(rulesKey(name), printRules({ isOffline: faults.offline, rules }))
  } catch {
    // This page may not keep anything.
  }
}
