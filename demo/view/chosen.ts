// Passes the scenario named in the page's address to the playground, before the element starts.

const links = [...document.querySelectorAll<HTMLAnchorElement>('.choice a:not([data-page])')]

/** Whether the lesson stands beside the playground; otherwise it is one of its tabs. As in index.css. */
export const besideLesson = matchMedia('(min-width: 1101px)')

export const arrange = (playground: Element): void => {
  if (besideLesson.matches) playground.setAttribute('hide', 'lesson')
  else playground.removeAttribute('hide')
}

const nameOf = (search: string): string | null => new URLSearchParams(search).get('scenario')

/** The link of the selected scenario; the first one if the address names no known scenario. */
export function chosen(): HTMLAnchorElement {
  const name = nameOf(location.search)
  return links.find((link) => nameOf(link.search) === name) ?? links[0]!
}

/** Name of a scenario in the address that is not one of the page's. */
export function unknown(): string | undefined {
  const name = nameOf(location.search)
  return name === null || links.some((link) => nameOf(link.search) === name) ? undefined : name
}

/** The link of the scenario with this file name. */
export const linkTo = (file: string): HTMLAnchorElement | undefined => links.find((link) => `${nameOf(link.search)}.json` === file)

export function choose(playground: Element, link: HTMLAnchorElement): void {
  for (const other of links) other.removeAttribute('aria-current')
  link.setAttribute('aria-current', 'true')
  arrange(playground)
  playground.setAttribute('panel', besideLesson.matches ? (link.dataset['panel'] ?? 'streams') : 'lesson')
  playground.setAttribute('src', `./scenarios/${nameOf(link.search)}.json`)
}

choose(document.getElementById('playground')!, chosen())
