// Runs the full-window playground: opens what the address names, another content on request, and files that are chosen or dropped.

// First, so that the element knows its content before it starts.
import { chosenFile, show } from './view/play-address.ts'
// eslint-disable-next-line import/no-unassigned-import -- imported for its side effect
import 'rillbox/element'
import { chooseColours } from './documentation/colours.ts'
import { toggleMenu } from './documentation/menu.ts'
import { byId, whenAlive } from './view/dom.ts'

const playground = await whenAlive('playground', 'rillbox-playground')
const scenarios = byId('scenario') as HTMLSelectElement
const releases = byId('release') as HTMLSelectElement
const files = byId('file') as HTMLInputElement

chooseColours(byId('theme') as HTMLButtonElement)
toggleMenu(byId('menu-open') as HTMLButtonElement)

function go(): void {
  const address = new URL(location.href)
  for (const select of [scenarios, releases]) {
    if (select.value === '') address.searchParams.delete(select.id)
    else address.searchParams.set(select.id, select.value)
  }
  // A link in the address would come first.
  address.hash = ''
  history.pushState(null, '', address)
  show(playground)
}

for (const select of [scenarios, releases]) select.addEventListener('change', go)
addEventListener('popstate', () => show(playground))
document.body.addEventListener('rillbox-next', (event) => {
  const name = event.detail.src.replace(/\.json$/, '')
  if (![...scenarios.options].some(({ value }) => value === name)) return
  event.preventDefault()
  scenarios.value = name
  go()
})

async function open(file: File | null | undefined): Promise<void> {
  if (!file) return
  await playground.openFile(file)
  // What is shown is none of the list.
  if (!playground.session.warning) chosenFile(file.name)
}

byId('open').addEventListener('click', () => files.click())
files.addEventListener('change', () => {
  void open(files.files?.[0])
  files.value = ''
})

const drop = byId('drop')
const hasFiles = ({ dataTransfer }: DragEvent): boolean => dataTransfer?.types.includes('Files') ?? false
addEventListener('dragover', (event) => {
  if (!hasFiles(event)) return
  event.preventDefault()
  drop.hidden = false
})
addEventListener('dragleave', ({ relatedTarget }) => (drop.hidden ||= relatedTarget === null))
addEventListener('drop', (event) => {
  if (!hasFiles(event)) return
  event.preventDefault()
  drop.hidden = true
  void open(event.dataTransfer?.files[0])
})

// For those who wait until the page answers.
document.documentElement.toggleAttribute('data-ready', true)
