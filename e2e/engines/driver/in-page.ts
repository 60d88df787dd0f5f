// Turns a call of a function in a page into text, and the page's answer into a value or an error.

import type { Json } from './engine.ts'

type Answer = { readonly value?: unknown } | { readonly error: string }

// oxlint-disable-next-line typescript/no-explicit-any -- any function can be sent
type Work = (...given: any[]) => unknown

/** @returns an expression whose value is a promise of an answer as JSON: no protocol has to know about values. */
export const callText = (work: Work, given: readonly Json[]): string => `(async () => {
  try {
    return JSON.stringify({ value: await (${work.toString()})(...${JSON.stringify(given)}) })
  } catch (error) {
    return JSON.stringify({ error: error instanceof Error || error instanceof DOMException ? error.name + ': ' + error.message : String(error) })
  }
})()`

/** @throws Error with the page's error as its message. */
// oxlint-disable-next-line typescript/no-unnecessary-type-parameters -- the type of what was sent, which its text has lost
export function readAnswer<Result>(text: string): Result {
  const answer = JSON.parse(text) as Answer
  if ('error' in answer) throw new Error(answer.error)
  return answer.value as Result
}

/** The middle of the first element that is shown, after scrolling to it, in pixels of the viewport; runs in the page. */
export function middleOf(selector: string): [x: number, y: number] {
  const find = (root: ParentNode): Element | undefined => {
    const found = [...root.querySelectorAll(selector)].find((element) => element.getClientRects().length > 0)
    if (found) return found
    for (const { shadowRoot } of root.querySelectorAll('*')) {
      const inside = shadowRoot && find(shadowRoot)
      if (inside) return inside
    }
    return undefined
  }
  const element = find(document)
  if (!element) throw new Error(`There is no ${selector}.`)
  element.scrollIntoView({ block: 'center', behavior: 'instant' })
  const { left, top, width, height } = element.getBoundingClientRect()
  return [Math.round(left + width / 2), Math.round(top + height / 2)]
}

/** Actions of a keyboard that type a text. */
export const keysFor = (text: string): object[] =>
  Array.from(text).flatMap((value) => ['keyDown', 'keyUp'].map((type) => ({ type, value })))

/** Actions of a mouse that click at a place. */
export const clickAt = (x: number, y: number): object[] => [
  { type: 'pointerMove', duration: 0, x, y },
  ...['pointerDown', 'pointerUp'].map((type) => ({ type, button: 0 })),
]
