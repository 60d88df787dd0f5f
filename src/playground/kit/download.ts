// Saves a text or bytes as a file of the reader.

import { Pause } from './pause.ts'

/** @param type media type, for a text. */
export function download(name: string, content: string | Blob, type = 'text/plain'): void {
  const address = URL.createObjectURL(typeof content === 'string' ? new Blob([content], { type }) : content)
  Object.assign(document.createElement('a'), { href: address, download: name }).click()
  // Not every browser has taken the content before the click returns.
  new Pause().begin(10_000, () => URL.revokeObjectURL(address))
}
