// Marks the part that is being read in the contents beside the text.

export function markContents(): void {
  const links = new Map([...document.querySelectorAll<HTMLAnchorElement>('.contents a')].map((link) => [link.hash.slice(1), link]))
  const headings = [...document.querySelectorAll<HTMLElement>('article :is(h2, h3)')].filter(({ id }) => links.has(id))
  if (headings.length === 0) return
  const above = new Set<Element>()
  const observer = new IntersectionObserver(
    (entries) => {
      for (const { target, isIntersecting, boundingClientRect } of entries) {
        if (isIntersecting || boundingClientRect.top < 0) above.add(target)
        else above.delete(target)
      }
      const read = headings.findLast((heading) => above.has(heading)) ?? headings[0]!
      for (const [id, link] of links) link.toggleAttribute('data-read', id === read.id)
    },
    // The upper third of the window.
    { rootMargin: '0px 0px -66% 0px' },
  )
  for (const heading of headings) observer.observe(heading)
}
