// The upper edge of the drawer: dragged, or moved by arrow keys, it changes the drawer's height.

import { html } from 'lit'
import { hasModifier } from '../playground/kit/modifiers.ts'
import { devtools as texts } from '../playground/strings/english/devtools.ts'

/** Share of the window by which a key moves the edge. */
const edgeStep = 0.05

/** @param height share of the window's height. @param resize gets the share that the reader wants. */
export const drawerEdge = (height: number, resize: (height: number) => void) =>
  html`<div
    class="edge"
    role="separator"
    tabindex="0"
    aria-orientation="horizontal"
    aria-label=${texts.height}
    aria-valuemin="20"
    aria-valuemax="95"
    aria-valuenow=${Math.round(height * 100)}
    @pointerdown=${(event: PointerEvent) => (event.target as Element).setPointerCapture(event.pointerId)}
    @pointermove=${({ target, pointerId, clientY }: PointerEvent) => {
      if ((target as Element).hasPointerCapture(pointerId)) resize(1 - clientY / innerHeight)
    }}
    @keydown=${(event: KeyboardEvent) => {
      if (hasModifier(event)) return
      const next = { ArrowUp: height + edgeStep, ArrowDown: height - edgeStep, Home: 0, End: 1 }[event.key]
      if (next === undefined) return
      event.preventDefault()
      resize(next)
    }}
  ></div>`
