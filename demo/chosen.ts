// Passes the scenario named in the page's address to the playground, before the element starts.

const links = [...document.querySelectorAll<HTMLAnchorElement>('.choice a')]

const nameOf = (search: string): string | null => new URLSearchParams(search).get('scenario')

/** The link of the selected scenario; the first one if the address names no known scenario. */
export function chosen(): HTMLAnchorElement {
  const name = nameOf(location.search)
  return links.find((link) => nameOf(link.search) === name) ?? links[0]!
}

export function choose(playground: Element, link: HTMLAnchorElement): void {
  for (const other of links) other.removeAttribute('aria-current')
  link.setAttribute('aria-current', 'true')
  playground.setAttribute('panel', link.dataset['panel'] ?? 'streams')
  playground.setAttribute('src', `./scenarios/${nameOf(link.search)}.json`)
}

choose(document.getElementById('playground')!, chosen())
