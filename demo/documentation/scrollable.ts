// Lets the keyboard reach what scrolls sideways, and nothing else.

/** @param selector of boxes that may be narrower than their content. */
export function letKeyboardScroll(selector: string): void {
  const observer = new ResizeObserver((entries) => {
    // All are measured before the first is changed.
    const wide = new Map(entries.map(({ target }) => [target, target.scrollWidth > target.clientWidth]))
    for (const [box, isWide] of wide) {
      if (isWide) box.setAttribute('tabindex', '0')
      else box.removeAttribute('tabindex')
    }
  })
  for (const box of document.querySelectorAll(selector)) observer.observe(box)
}
