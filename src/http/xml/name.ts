// Escapes characters that an XML name does not allow, as .NET does (streams-http §7.4).

const startsName = /[\p{L}_:]/u
const continuesName = /[\p{L}\p{Nd}\p{M}._:\u00b7-]/u

/** `$a` becomes `_x0024_a`; an underscore that would read as such an escape is escaped itself. */
export function encodeName(name: string): string {
  if (/^[A-Za-z_][\w.-]*$/.test(name) && !name.includes('_x')) return name
  let encoded = ''
  let index = 0
  for (const character of name) {
    const allowed = (index === 0 ? startsName : continuesName).test(character)
    const looksEscaped = character === '_' && /^_x(?:[0-9A-Fa-f]{4}|[0-9A-Fa-f]{8})_/.test(name.slice(index))
    encoded += allowed && !looksEscaped ? character : escapeCharacter(character)
    index += character.length
  }
  return encoded
}

/** `_x0024_a` becomes `$a` again. */
export const decodeName = (name: string): string =>
  name.replaceAll(/_[xX]([0-9a-fA-F]{4}|[0-9a-fA-F]{8})_/g, (escape, hexadecimal: string) => {
    const code = Number.parseInt(hexadecimal, 16)
    return code > 0x10ffff ? escape : hexadecimal.length === 4 ? String.fromCharCode(code) : String.fromCodePoint(code)
  })

function escapeCharacter(character: string): string {
  const code = character.codePointAt(0) ?? 0
  return `_x${code
    .toString(16)
    .toUpperCase()
    .padStart(code > 0xffff ? 8 : 4, '0')}_`
}
