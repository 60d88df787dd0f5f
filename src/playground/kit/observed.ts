// Observes an element: how wide it is, whether it is shown, and whether a reader has it in sight.

type Tell<Value> = (value: Value) => void

/** @returns a function that ends it, as those below do. */
export function observeWidth(element: Element, tell: Tell<number>): () => void {
  const observer = new ResizeObserver(([entry]) => tell(entry!.contentRect.width))
  observer.observe(element)
  return () => observer.disconnect()
}

/** An element without width is hidden, for example in a tab that is not open. */
export const observeShown = (element: Element, tell: Tell<boolean>): (() => void) => observeWidth(element, (width) => tell(width > 0))

/** An element is in sight while the window shows its part of the page. */
export function observeSight(element: Element, tell: Tell<boolean>): () => void {
  const observer = new IntersectionObserver((entries) => tell(entries.at(-1)!.isIntersecting))
  observer.observe(element)
  return () => observer.disconnect()
}
