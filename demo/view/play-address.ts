// Shows in the playground what the page's address names: a scenario, a release; nothing named is an empty store. `embed` is a bare page.

const scenarios = document.querySelector<HTMLSelectElement>('#scenario')!
const releases = document.querySelector<HTMLSelectElement>('#release')!

/** Sets a list to a value that it has, or to its first one. */
function choose(select: HTMLSelectElement, value: string | null): string {
  const isThere = [...select.options].some((option) => option.value === value)
  select.value = isThere ? value! : ''
  return select.value
}

/** Names a file in the list of contents. */
export function chosenFile(name: string): void {
  const option = scenarios.querySelector<HTMLOptionElement>('[data-file]') ?? scenarios.appendChild(document.createElement('option'))
  option.dataset['file'] = ''
  option.textContent = option.value = name
  scenarios.value = name
}

export function show(playground: Element): void {
  const { searchParams } = new URL(location.href)
  scenarios.querySelector('[data-file]')?.remove()
  const scenario = choose(scenarios, searchParams.get('scenario'))
  const release = choose(releases, searchParams.get('release'))
  document.documentElement.toggleAttribute('data-embed', searchParams.has('embed'))
  if (release === '') playground.removeAttribute('release')
  else playground.setAttribute('release', release)
  playground.setAttribute('panel', scenario === '' ? 'streams' : 'lesson')
  if (scenario === '') playground.removeAttribute('src')
  else playground.setAttribute('src', `./scenarios/${scenario}.json`)
}

show(document.getElementById('playground')!)
