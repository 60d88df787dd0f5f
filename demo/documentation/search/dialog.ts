// The dialog that searches the documentation, in the page, with an index that is loaded when it is first opened.

import MiniSearch from 'minisearch'
import { excerptOf, marked } from './excerpt.ts'
import type { FoundPart, SearchPart } from './parts.ts'
import { findParts, indexOptions } from './parts.ts'

const most = 12
const hint = 'Ask in your own words, or type an option, an error or an export.'

let dialog: SearchDialog | undefined

/** @param root address of the site, relative to the page. */
export function open(root: string): void {
  dialog ??= new SearchDialog(root)
  dialog.open()
}

class SearchDialog {
  readonly #root: string
  readonly #element = document.createElement('dialog')
  readonly #input = document.createElement('input')
  readonly #list = document.createElement('ul')
  readonly #status = document.createElement('p')
  readonly #index: Promise<MiniSearch<SearchPart>>

  constructor(root: string) {
    this.#root = root
    this.#index = loadIndex(root)
    this.#build()
    this.#input.addEventListener('input', () => void this.#search())
    this.#input.addEventListener('keydown', (event) => this.#steer(event))
    // A click beside it closes it.
    this.#element.addEventListener('click', ({ target }) => target === this.#element && this.#element.close())
    document.body.append(this.#element)
  }

  open(): void {
    if (this.#element.open) return
    this.#element.showModal()
    this.#input.select()
  }

  #build(): void {
    this.#element.className = 'finder'
    this.#element.setAttribute('aria-label', 'Search the documentation')
    const attributes = { type: 'search', role: 'combobox', placeholder: 'Search', 'aria-label': 'Search the documentation' }
    const relations = {
      'aria-controls': 'found',
      'aria-expanded': 'false',
      'aria-autocomplete': 'list',
      autocomplete: 'off',
      spellcheck: 'false',
    }
    for (const [name, value] of Object.entries({ ...attributes, ...relations })) this.#input.setAttribute(name, value)
    this.#list.id = 'found'
    this.#list.setAttribute('role', 'listbox')
    this.#list.setAttribute('aria-label', 'Found')
    this.#status.setAttribute('role', 'status')
    this.#status.textContent = hint
    this.#element.append(this.#input, this.#status, this.#list)
  }

  async #search(): Promise<void> {
    const asked = this.#input.value
    const index = await this.#index.catch(() => undefined)
    // Another letter was typed meanwhile.
    if (asked !== this.#input.value) return
    if (!index) return this.#show([], 'The index could not be loaded.')
    const found = asked.trim() === '' ? [] : findParts(index, asked).slice(0, most)
    this.#show(
      found,
      found.length > 0 ? `${found.length} found. Arrow keys choose, Enter opens.` : asked.trim() === '' ? '' : 'Nothing found.',
    )
  }

  #show(found: readonly FoundPart[], status: string): void {
    this.#list.replaceChildren(...found.map((each, index) => this.#option(each, index)))
    this.#status.textContent = status
    this.#input.setAttribute('aria-expanded', String(found.length > 0))
    this.#select(found.length > 0 ? 0 : -1)
  }

  #option({ address, page, title, text, terms }: FoundPart, index: number): HTMLLIElement {
    const matched = new Set(terms)
    const item = document.createElement('li')
    item.setAttribute('role', 'option')
    item.id = `found-${index}`
    item.append(
      line('strong', title, matched),
      ...(title === page ? [] : [line('span', page, matched)]),
      line('small', excerptOf(text, matched), matched),
    )
    item.addEventListener('click', () => {
      this.#element.close()
      location.assign(this.#root + address)
    })
    return item
  }

  #steer(event: KeyboardEvent): void {
    const options = [...this.#list.querySelectorAll('li')]
    const at = options.findIndex((option) => option.getAttribute('aria-selected') === 'true')
    const moves: Readonly<Record<string, number>> = { ArrowDown: 1, ArrowUp: -1 }
    const move = moves[event.key]
    if (move !== undefined && options.length > 0) {
      event.preventDefault()
      this.#select((at + move + options.length) % options.length)
    } else if (event.key === 'Enter' && at >= 0) {
      event.preventDefault()
      options[at]!.click()
    }
  }

  #select(at: number): void {
    for (const [index, option] of [...this.#list.children].entries()) {
      option.setAttribute('aria-selected', String(index === at))
      if (index === at) option.scrollIntoView({ block: 'nearest' })
    }
    if (at < 0) this.#input.removeAttribute('aria-activedescendant')
    else this.#input.setAttribute('aria-activedescendant', `found-${at}`)
  }
}

async function loadIndex(root: string): Promise<MiniSearch<SearchPart>> {
  const response = await fetch(`${root}docs/search.json`)
  if (!response.ok) throw new Error(`${response.url} was answered ${response.status}.`)
  // In pieces, so that typing is never held up.
  return await MiniSearch.loadJSONAsync<SearchPart>(await response.text(), indexOptions)
}

function line(tag: string, text: string, matched: ReadonlySet<string>): HTMLElement {
  const element = document.createElement(tag)
  for (const stretch of marked(text, matched)) {
    if (!stretch.isMatch) {
      element.append(stretch.text)
      continue
    }
    const mark = document.createElement('mark')
    mark.textContent = stretch.text
    element.append(mark)
  }
  return element
}
