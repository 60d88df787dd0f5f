// Saves a text or bytes as a file of the reader.

/** @param type media type, for a text. */
export function download(name: string, content: string | Blob, type = 'text/plain'): void {
  const address = URL.createObjectURL(typeof content === 'string' ? new Blob([content], { type }) : content)
  Object.assign(document.createElement('a'), { href: address, download: name }).click()
  // Not every browser has taken the content before the click returns.
  setTimeout(() => URL.revokeObjectURL(address), 10_000)
}
