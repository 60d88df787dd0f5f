// Keeps an element above the page: over dialogs, pop-ups and full screens, which the browser puts above every z-index.

/** Where browsers lack pop-ups, its z-index has to do. */
const canRise = (element: HTMLElement): boolean => 'showPopover' in element && element.isConnected

export interface Layer {
  /** Puts the element above everything that was opened before. */
  raise(): void
}

export function keepOnTop(element: HTMLElement): Layer {
  element.popover = 'manual'
  const raise = (): void => {
    if (!canRise(element) || element.hidden) return
    element.hidePopover()
    element.showPopover()
  }
  const follow = ({ target, newState }: ToggleEvent): void => {
    if (newState === 'open' && (target as Element).matches('dialog, [popover]')) raise()
  }
  // Neither bubbles.
  document.addEventListener('toggle', follow, true)
  document.addEventListener('fullscreenchange', raise)
  raise()
  return { raise }
}

const isModal = (node: EventTarget): boolean => 'matches' in node && (node as Element).matches(':modal')

/**
 * A modal dialog makes the rest of the page inert, the top layer included: clicks on the button then reach the dialog. They are taken by
 * their place.
 */
export function behindModal(host: HTMLElement, button: HTMLElement, open: () => void): void {
  const take = (event: MouseEvent): void => {
    const path = event.composedPath()
    if (button.hidden || path.includes(host) || !path.some(isModal)) return
    const { left, right, top, bottom } = button.getBoundingClientRect()
    const { clientX: x, clientY: y } = event
    if (x < left || x > right || y < top || y > bottom) return
    event.preventDefault()
    event.stopImmediatePropagation()
    if (event.type === 'click') open()
  }
  for (const type of ['pointerdown', 'pointerup', 'mousedown', 'mouseup', 'click'] as const) addEventListener(type, take, true)
}
