// Detects an element that comes near the screen.

/** Distance above or below the screen: enough to load the engine before the reader arrives. */
const margin = '400px 0px'

/** @returns a function that stops the observation. */
export function whenNear(element: Element, callback: () => void): () => void {
  const observer = new IntersectionObserver(
    (entries) => {
      if (!entries.some(({ isIntersecting }) => isIntersecting)) return
      observer.disconnect()
      callback()
    },
    { rootMargin: margin },
  )
  // An element without a box of its own has the place of its content.
  const hasBox = getComputedStyle(element).display !== 'contents'
  for (const seen of hasBox ? [element] : element.children) observer.observe(seen)
  return () => observer.disconnect()
}
