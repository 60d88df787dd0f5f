// Decides which tab a key selects.

/** @returns the tab that a key selects in the ARIA tabs pattern, where arrows lead as they point; undefined for other keys. */
export function tabForKey<Name>(tabs: readonly Name[], current: Name, key: string, isRtl: boolean): Name | undefined {
  const index = tabs.indexOf(current)
  const [previous, next] = [tabs.at(index - 1), tabs[(index + 1) % tabs.length]]
  const [left, right] = isRtl ? [next, previous] : [previous, next]
  return { ArrowLeft: left, ArrowRight: right, Home: tabs[0], End: tabs.at(-1) }[key]
}
