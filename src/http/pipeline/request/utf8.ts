// Decodes bodies and headers as the server does: as UTF-8.

const lossy = new TextDecoder('utf-8', { ignoreBOM: true })
const exact = new TextDecoder('utf-8', { ignoreBOM: true, fatal: true })

export const decodeLossy = (bytes: Uint8Array): string => lossy.decode(bytes)

/** Text, or the bytes where they are no UTF-8. */
export function decodeOrKeep(bytes: Uint8Array): string | Uint8Array {
  try {
    return exact.decode(bytes)
  } catch {
    return bytes
  }
}

/** The value of a header, of which `Headers` show each byte as a character; an empty one counts as absent. */
export function headerText(headers: Headers, name: string): string | undefined {
  const text = headers.get(name) ?? ''
  if (!/[\x80-\xff]/.test(text)) return text || undefined
  const decoded = decodeOrKeep(Uint8Array.from(text, (character) => character.charCodeAt(0)))
  // Pages that set such a header with `fetch` send Latin-1, which the server refuses.
  return typeof decoded === 'string' ? decoded : text
}
