// Decides which tab a key selects.

/** @returns the tab that a key selects in the ARIA tabs pattern, where arrows lead as they point; undefined for other keys. */
export function tabForKey<Name>(tabs: readonly Name[], current: Name, key: string, isRtl: boolean): Name | undefined {
  const index = tabs.indexOf(current)
  switch (key) {
    case isRtl ? 'ArrowLeft' : 'ArrowRight':
      return tabs[(index + 1) % tabs.length]
    case isRtl ? 'ArrowRight' : 'ArrowLeft':
      return tabs.at(index - 1)
    case 'Home':
      return tabs[0]
    case 'End':
      return tabs.at(-1)
    default:
      return undefined
  }
}
