// Reads the bytes or text of an event as text.

const decoder = new TextDecoder('utf-8', { ignoreBOM: true })
const encoder = new TextEncoder()

/** @param data bytes that are no UTF-8 show as U+FFFD, as the reference decodes them. */
export const textOf = (data: string | Uint8Array): string => (typeof data === 'string' ? data : decoder.decode(data))

/** @returns the length in UTF-8, which is what limits are counted in. */
export const byteLength = (data: string | Uint8Array): number => (typeof data === 'string' ? encoder.encode(data).length : data.length)
