// Runs a page of the documentation: search, colours, the menu on small screens, copy buttons, and the mark in the contents.

import { chooseColours } from './colours.ts'
import { addCopyButtons } from './copy.ts'
import { markContents } from './contents.ts'
import { toggleMenu } from './menu.ts'
import { letKeyboardScroll } from './scrollable.ts'

const search = document.querySelector<HTMLButtonElement>('#search-open')!
const openSearch = async (): Promise<void> => (await import('./search/dialog.ts')).open(document.documentElement.dataset['root'] ?? './')
search.addEventListener('click', () => void openSearch())

/** `/` is a letter where readers write. */
const isWriting = (event: KeyboardEvent): boolean =>
  event
    .composedPath()
    .some((target) => target instanceof HTMLElement && (target.isContentEditable || target.matches('input, textarea, select')))

addEventListener('keydown', (event) => {
  const isSlash = event.key === '/' && !event.ctrlKey && !event.metaKey && !event.altKey && !isWriting(event)
  const isCombination = event.key.toLowerCase() === 'k' && (event.ctrlKey || event.metaKey) && !event.shiftKey && !isWriting(event)
  if (!isSlash && !isCombination) return
  event.preventDefault()
  void openSearch()
})

toggleMenu(document.querySelector<HTMLButtonElement>('#menu-open')!)
// The window stays where the browser has put it. The observer calls once the menu has a place: to ask before would lay the page out twice.
const menu = document.querySelector<HTMLElement>('.menu')!
const current = menu.querySelector<HTMLElement>('[aria-current]')
const placed = new ResizeObserver(() => {
  placed.disconnect()
  if (current && current.offsetTop > menu.clientHeight * 0.8) menu.scrollTop = current.offsetTop - menu.clientHeight / 2
})
placed.observe(menu)

chooseColours(document.querySelector<HTMLButtonElement>('#theme')!)
addCopyButtons()
markContents()
letKeyboardScroll('pre.code, .table')

// For those who wait until the page answers.
document.documentElement.toggleAttribute('data-ready', true)
