// Keeps the fault rules of the developer tools for the tab's next page. Apart from what recalls them, which loads with the button.

import type { Faults } from '../../engine/faults/faults.ts'
import { printedRule } from '../../engine/faults/printed-rule.ts'
import type { GetStorage } from '../../playground/kit/kept.ts'
import { keep } from '../../playground/kit/kept.ts'
import type { RememberedRules } from './remembered-rules.ts'
import { keyOf, ours } from './remembered-rules.ts'

/** @param name of the store. */
export function keepRules(name: string, { rules, offline }: Faults, storage: GetStorage = () => sessionStorage): void {
  const own = rules.flatMap(({ rule }) => (ours.has(rule) ? printedRule(rule) : []))
  const remembered: RememberedRules = { isOffline: offline, rules: own }
  keep(storage, keyOf(name), own.length === 0 && !offline ? undefined : remembered)
}
