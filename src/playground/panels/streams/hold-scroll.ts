// Keeps the visible rows in place while new rows arrive above them.

/**
 * @param scroller box of the rows. At its top, a reader who neither points at a row nor has one open follows the newest.
 * @param isReading whether a row is open.
 * @returns a function that restores the first visible row's place after the change; undefined if the reader follows the newest.
 */
export function holdScroll(scroller: Element, isReading: boolean): (() => void) | undefined {
  const isBusy = isReading || scroller.matches(':hover') || scroller.matches(':focus-within')
  if (scroller.scrollTop < 4 && !isBusy) return undefined
  const top = scroller.getBoundingClientRect().top
  const row = [...scroller.querySelectorAll('tbody tr')].find((each) => each.getBoundingClientRect().bottom > top + headerHeight(scroller))
  if (!row) return undefined
  const before = row.getBoundingClientRect().top
  return () => {
    if (row.isConnected) scroller.scrollTop += row.getBoundingClientRect().top - before
  }
}

const headerHeight = (scroller: Element): number => scroller.querySelector('thead')?.getBoundingClientRect().height ?? 0
