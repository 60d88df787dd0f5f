// What observers of elements tell in a page, and that the page has no error of it.

import { expect, it, onTestFinished } from 'vitest'
import { observeWidth } from './observed.ts'

const nextFrame = () => new Promise((resolve) => requestAnimationFrame(resolve))

it('lets an element that is shown take another size, without an error of the window', async () => {
  const errors: string[] = []
  const onError = (event: ErrorEvent): void => {
    event.preventDefault()
    event.stopImmediatePropagation()
    errors.push(event.message)
  }
  addEventListener('error', onError, { capture: true })
  onTestFinished(() => removeEventListener('error', onError, { capture: true }))

  const panel = document.createElement('div')
  panel.style.cssText = 'inline-size: 200px; block-size: 10px'
  document.body.append(panel)
  onTestFinished(() => panel.remove())
  const widths: number[] = []
  const end = observeWidth(panel, (width) => {
    widths.push(width)
    panel.style.blockSize = `${10 * (widths.length + 1)}px`
  })
  await expect.poll(() => widths[0]).toBe(200)
  panel.style.inlineSize = '100px'
  await expect.poll(() => widths.at(-1)).toBe(100)
  end()
  panel.style.inlineSize = '50px'
  for (let frames = 0; frames < 3; frames++) await nextFrame()
  expect(widths).not.toContain(50)
  expect(errors).toEqual([])
})
