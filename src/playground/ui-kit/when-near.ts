// Tells when an element comes near the screen.

/** How far below or above the screen: far enough for the engine to be there when the reader is. */
const margin = '400px 0px'

/** @returns a function that stops waiting. */
export function whenNear(element: Element, callback: () => void): () => void {
  const observer = new IntersectionObserver(
    (entries) => {
      if (!entries.some(({ isIntersecting }) => isIntersecting)) return
      observer.disconnect()
      callback()
    },
    { rootMargin: margin },
  )
  // An element without a box of its own is where its content is.
  const hasBox = getComputedStyle(element).display !== 'contents'
  for (const seen of hasBox ? [element] : element.children) observer.observe(seen)
  return () => observer.disconnect()
}
