// Lets people drag the button to another corner; a drag is no click.

import type { Corner } from './corners.ts'
import { cornerAt } from './corners.ts'

/** Pixels below which a movement is a trembling hand. */
const threshold = 6

export function dragToCorner(button: HTMLElement, drop: (corner: Corner) => void): void {
  let from: { readonly x: number; readonly y: number } | undefined
  let isDragged = false
  const rest = (): void => {
    from = undefined
    button.style.translate = ''
  }
  button.addEventListener('pointerdown', ({ clientX: x, clientY: y, pointerId }) => {
    from = { x, y }
    isDragged = false
    button.setPointerCapture(pointerId)
  })
  button.addEventListener('pointermove', ({ clientX, clientY }) => {
    if (!from) return
    const [right, down] = [clientX - from.x, clientY - from.y]
    isDragged ||= Math.hypot(right, down) > threshold
    if (isDragged) button.style.translate = `${right}px ${down}px`
  })
  button.addEventListener('pointerup', ({ clientX, clientY }) => {
    if (isDragged) drop(cornerAt(clientX, clientY, { width: innerWidth, height: innerHeight }))
    rest()
  })
  button.addEventListener('pointercancel', rest)
  button.addEventListener(
    'click',
    (event) => {
      if (isDragged) event.stopImmediatePropagation()
      isDragged = false
    },
    true,
  )
}
