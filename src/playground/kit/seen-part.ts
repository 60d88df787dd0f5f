// Measures how much of an element its scrolling surroundings let a reader see.

/** @returns pixels of the height that are cut off; goes through shadow roots. Of an element that is cut off whole, nothing is said to be: it has to be scrolled to first. */
export function seenPart(element: Element) {
  const { top, bottom } = element.getBoundingClientRect()
  let [from, to] = [top, bottom]
  for (let node = parentOf(element); node; node = parentOf(node)) {
    if (getComputedStyle(node).overflowY === 'visible') continue
    const frame = node.getBoundingClientRect()
    from = Math.max(from, frame.top)
    to = Math.min(to, frame.bottom)
  }
  return to <= from ? { above: 0, below: 0 } : { above: from - top, below: bottom - to }
}

function parentOf(element: Element): Element | null {
  if (element.assignedSlot) return element.assignedSlot
  const root = element.getRootNode()
  return element.parentElement ?? ('host' in root ? (root as ShadowRoot).host : null)
}
