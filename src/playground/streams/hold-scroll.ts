// Keeps what is being read in its place while rows come in above it.

/**
 * @param scroller holds the rows; whoever stands at its top, and neither points at a row nor has one open, follows the newest.
 * @param isReading whether something in it is being read.
 * @returns what puts the first row that can be seen back in its place after the change; undefined where nothing is to be held.
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
