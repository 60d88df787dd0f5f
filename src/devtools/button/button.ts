// Puts the button of the developer tools into a corner of the page, above everything else, and opens the drawer that it loads.

import { offeredStores, onOfferedStores } from '../../host/offered-stores.ts'
import { recallRules } from '../faults/remembered-rules.ts'
import { Memory } from '../memory.ts'
import { dragToCorner } from './drag.ts'
import { buttonStyle } from './button-style.ts'
import { behindModal, keepOnTop } from './top-layer.ts'

/** The parts of the page that the drawer needs. */
export interface Surroundings {
  /** Where the drawer goes. */
  readonly place: HTMLElement
  readonly memory: Memory
  /** The remembered corner has changed. */
  moveButton(): void
  /** Says on the button whether requests meet faults. */
  markFaulty(isFaulty: boolean): void
  /** The drawer has closed. */
  closed(): void
}

export interface Drawer {
  readonly isOpen: boolean
  /** @param options `quietly`: without taking the focus. */
  open(options?: { readonly quietly?: boolean }): void
  close(): void
  /** Whether a dialog of the page keeps it from being used. */
  isBlocked(): boolean
}

const tag = 'rillbox-devtools'
const label = 'Rillbox devtools (Alt+Shift+R)'
/** Exchanges that the request panel can show. */
const requestLog = 200

/** Does nothing if the page has a button already, from another copy of this module. */
export function showButton(): void {
  if (document.querySelector(tag)) return
  const memory = new Memory()
  const { host, place, button } = build()
  let drawer: Promise<Drawer> | undefined
  let opened: Drawer | undefined

  const moveButton = (): void => void (button.dataset['corner'] = memory.now.corner)
  const markFaulty = (isFaulty: boolean): void => void button.classList.toggle('faulty', isFaulty)
  const showDrawn = (isOpen: boolean): void => {
    button.hidden = isOpen
    button.ariaExpanded = String(isOpen)
    memory.keep({ isOpen })
    if (!isOpen) layer.raise()
  }
  const surroundings: Surroundings = { place, memory, moveButton, markFaulty, closed: () => showDrawn(false) }

  const open = async (quietly = false): Promise<void> => {
    drawer ??= import('../drawer.ts').then(({ createDrawer }) => createDrawer(surroundings))
    try {
      opened = await drawer
      opened.open({ quietly })
      showDrawn(true)
    } catch (error) {
      drawer = undefined
      button.title = 'The devtools could not be loaded. Try again.'
      // eslint-disable-next-line no-console -- the button has no room for it
      console.error(error)
    }
  }
  const toggle = (): void => {
    if (opened?.isOpen && !opened.isBlocked()) opened.close()
    else void open()
  }

  const met = new WeakSet<object>()
  const meetStores = (): void => {
    for (const { store, name } of offeredStores()) {
      if (met.has(store)) continue
      met.add(store)
      store.requests.size = Math.max(store.requests.size, requestLog)
      if (recallRules(name, store.faults)) markFaulty(true)
    }
  }

  button.addEventListener('click', toggle)
  // The application keeps the focus, and has it when the drawer closes.
  button.addEventListener('mousedown', (event) => event.preventDefault())
  dragToCorner(button, (corner) => {
    memory.keep({ corner })
    moveButton()
  })
  addEventListener('keydown', (event) => isShortcut(event) && (event.preventDefault(), event.stopImmediatePropagation(), toggle()), true)
  behindModal(host, button, () => void open())
  keepToItself(host)
  moveButton()
  document.documentElement.append(host)
  const layer = keepOnTop(button)
  onOfferedStores(meetStores)
  meetStores()
  if (memory.now.isOpen) void open(true)
}

const isShortcut = ({ code, altKey, shiftKey, ctrlKey, metaKey, repeat }: KeyboardEvent): boolean =>
  code === 'KeyR' && altKey && shiftKey && !ctrlKey && !metaKey && !repeat

/** Beside the body, which belongs to the application and may be rendered as a whole; without a box of its own. */
function build() {
  const host = document.createElement(tag)
  host.style.display = 'contents'
  const root = host.attachShadow({ mode: 'open' })
  const sheet = new CSSStyleSheet()
  sheet.replaceSync(buttonStyle)
  root.adoptedStyleSheets = [sheet]
  const place = document.createElement('aside')
  place.style.display = 'contents'
  place.ariaLabel = 'Rillbox devtools'
  const button = document.createElement('button')
  button.type = 'button'
  button.ariaLabel = label
  button.title = label
  button.ariaExpanded = 'false'
  button.setAttribute('aria-keyshortcuts', 'Alt+Shift+R')
  button.append(waves())
  place.append(button)
  root.append(place)
  return { host, place, button }
}

function waves(): SVGElement {
  const namespace = 'http://www.w3.org/2000/svg'
  const svg = document.createElementNS(namespace, 'svg')
  const path = document.createElementNS(namespace, 'path')
  svg.setAttribute('viewBox', '0 0 32 32')
  svg.setAttribute('aria-hidden', 'true')
  path.setAttribute('d', 'M3 11c5-6 9 6 14 0s7 0 12 0M3 21c5-6 9 6 14 0s7 0 12 0')
  svg.append(path)
  return svg
}

/** The application must not take keys in the drawer for its own, nor a click in it for one outside of its menus. */
function keepToItself(host: HTMLElement): void {
  for (const type of ['keydown', 'keyup', 'keypress', 'pointerdown', 'mousedown', 'click', 'focusin', 'focusout'])
    host.addEventListener(type, (event) => event.stopPropagation())
}
