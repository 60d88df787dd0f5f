// Makes random GUIDs by the block: in browsers, one call for each costs more than appending its event.

/** Just large enough to make the cost of a call negligible. */
const perBlock = 256

const bytesPerId = 16
const charactersPerId = 36

const dash = '-'.charCodeAt(0)
const digits = Uint8Array.from('0123456789abcdef', (digit) => digit.charCodeAt(0))

/** @returns a function that gives a new GUID of version 4 at each call, in lower case with dashes. */
export function createRandomIds(): () => string {
  const decoder = new TextDecoder()
  const bytes = new Uint8Array(perBlock * bytesPerId)
  const characters = new Uint8Array(perBlock * charactersPerId)
  let block = ''
  let at = 0

  const fill = (): void => {
    crypto.getRandomValues(bytes)
    for (let index = 0; index < perBlock; index++) printId(bytes, index * bytesPerId, characters, index * charactersPerId)
    block = decoder.decode(characters)
    at = 0
  }

  return () => {
    if (at === block.length) fill()
    at += charactersPerId
    return block.slice(at - charactersPerId, at)
  }
}

function printId(bytes: Uint8Array, from: number, characters: Uint8Array, to: number): void {
  let place = to
  for (let index = 0; index < bytesPerId; index++) {
    if (index === 4 || index === 6 || index === 8 || index === 10) characters[place++] = dash
    const byte = withVersion(bytes[from + index]!, index)
    characters[place++] = digits[byte >> 4]!
    characters[place++] = digits[byte & 15]!
  }
}

/** Six bits are fixed: they mark version 4. */
function withVersion(byte: number, index: number): number {
  if (index === 6) return (byte & 0x0f) | 0x40
  return index === 8 ? (byte & 0x3f) | 0x80 : byte
}
