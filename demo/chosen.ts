// Finds the scenario that the page's address names, and gives it to the playground; runs before the element comes alive.

const links = [...document.querySelectorAll<HTMLAnchorElement>('.choice a')]

const nameOf = (search: string): string | null => new URLSearchParams(search).get('scenario')

/** The link of the chosen scenario; the first one where the address names none that is there. */
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
