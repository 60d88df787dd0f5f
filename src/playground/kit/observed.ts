// Observes an element: how wide it is, whether it is shown, and whether a reader has it in sight.

type Tell<Value> = (value: Value) => void

/**
 * Tells in the frame that follows: whoever is told may change the element's size, and within one frame browsers report that as an error.
 *
 * @returns a function that ends it, as those below do.
 */
export function observeSize(element: Element, tell: Tell<DOMRectReadOnly>): () => void {
  let frame = 0
  const observer = new ResizeObserver(([entry]) => {
    cancelAnimationFrame(frame)
    frame = requestAnimationFrame(() => tell(entry!.contentRect))
  })
  observer.observe(element)
  return () => {
    cancelAnimationFrame(frame)
    observer.disconnect()
  }
}

export const observeWidth = (element: Element, tell: Tell<number>): (() => void) => observeSize(element, ({ width }) => tell(width))

/** An element without width is hidden, for example in a tab that is not open. */
export const observeShown = (element: Element, tell: Tell<boolean>): (() => void) => observeWidth(element, (width) => tell(width > 0))

/** An element is in sight while the window shows its part of the page. */
export function observeSight(element: Element, tell: Tell<boolean>): () => void {
  const observer = new IntersectionObserver((entries) => tell(entries.at(-1)!.isIntersecting))
  observer.observe(element)
  return () => observer.disconnect()
}
