// Converts the data of an event to text, and measures it.

const decoder = new TextDecoder('utf-8', { ignoreBOM: true })
const encoder = new TextEncoder()

/** @param data decoded as the server does: invalid UTF-8 becomes U+FFFD. */
export const textOf = (data: string | Uint8Array): string => (typeof data === 'string' ? data : decoder.decode(data))

/** @returns the length in UTF-8, the unit of all limits. */
export const byteLength = (data: string | Uint8Array): number => (typeof data === 'string' ? encoder.encode(data).length : data.length)
