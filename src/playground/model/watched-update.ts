// Lets an element update again when a signal that it has read during its update changes.

import { effect } from '@preact/signals-core'

/** @param update reads signals. @returns a function that ends the watch. */
export function watchUpdate(element: { requestUpdate(): void }, update: () => void): () => void {
  let isDone = false
  return effect(() => {
    // The next update watches what it reads itself.
    if (isDone) return element.requestUpdate()
    isDone = true
    update()
  })
}
