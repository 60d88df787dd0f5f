// Keeps the fault rules of the developer tools for the tab's next page, so that a page can be seen starting with them.

import type { FaultRule, Faults } from '../../engine/faults/faults.ts'
import { printedRule, ruleIn } from '../../engine/faults/printed-rule.ts'
import type { PrintedRule } from '../../engine/faults/printed-rule.ts'
import type { PageStorage } from '../../playground/kit/kept.ts'
import { keep, pageStorage, recall } from '../../playground/kit/kept.ts'

interface RememberedRules {
  readonly isOffline: boolean
  readonly rules: readonly PrintedRule[]
}

const keyOf = (store: string): string => `rillbox-devtools:faults:${store}`

/** Rules that these tools have added; the application's own are not kept, because it adds them itself. */
const ours = new WeakSet<FaultRule>()

/** Adds a rule that a reload keeps. @throws StoreError `invalid-options`, as `faults.add` does. */
export function addRule(faults: Faults, rule: FaultRule): void {
  faults.add(rule)
  ours.add(rule)
}

/** @param name of the store. */
export function keepRules(
  name: string,
  { rules, offline }: Faults,
  storage: PageStorage | undefined = pageStorage('sessionStorage'),
): void {
  const own = rules.flatMap(({ rule }) => (ours.has(rule) ? printedRule(rule) : []))
  const remembered: RememberedRules = { isOffline: offline, rules: own }
  keep(storage, keyOf(name), own.length === 0 && !offline ? undefined : remembered)
}

/** @returns whether there were any. */
export function recallRules(name: string, faults: Faults, storage: PageStorage | undefined = pageStorage('sessionStorage')): boolean {
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
