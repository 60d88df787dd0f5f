// Converts bytes for display: to their text, or to a hexadecimal dump where they are not UTF-8.

const exact = new TextDecoder('utf-8', { ignoreBOM: true, fatal: true })

/** @returns undefined if the bytes are not UTF-8. */
export function textOfBytes(bytes: Uint8Array): string | undefined {
  try {
    return exact.decode(bytes)
  } catch {
    return undefined
  }
}

/** Bytes in a line: it fits a narrow panel. */
const perLine = 8

/**
 * Lines as `xxd` prints them: offset, bytes, ASCII characters.
 *
 * @param most the largest number of bytes to print.
 */
export function hexDump(bytes: Uint8Array, most = bytes.length): string {
  const lines: string[] = []
  for (let from = 0; from < Math.min(bytes.length, most); from += perLine) {
    const line = [...bytes.subarray(from, Math.min(from + perLine, most))]
    const hex = line.map((byte) => byte.toString(16).padStart(2, '0')).join(' ')
    const characters = line.map((byte) => (byte >= 0x20 && byte < 0x7f ? String.fromCharCode(byte) : '·')).join('')
    lines.push(`${from.toString(16).padStart(6, '0')}  ${hex.padEnd(perLine * 3 - 1)}  ${characters}`)
  }
  return lines.join('\n')
}
