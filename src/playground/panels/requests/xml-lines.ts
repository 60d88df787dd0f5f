// Prints XML with one indented element per line; text and mixed content stay unchanged.

const piece = /<\?[^]*?\?>|<!--[^]*?-->|<!\[CDATA\[[^]*?\]\]>|<![^>]*>|<\/[^>]*>|<(?:[^>"']|"[^"]*"|'[^']*')*>|[^<]+/g

/** @returns the text unchanged if its tags are incomplete or unbalanced. */
export function xmlLines(text: string): string {
  const pieces = text.trim().match(piece) ?? []
  if (pieces.join('') !== text.trim()) return text
  const lines: string[] = []
  const open: string[] = []
  let at = 0
  const indent = (line: string): void => void lines.push('  '.repeat(open.length) + line)
  while (at < pieces.length) {
    const tag = pieces[at]!
    at += 1
    if (tag.trim() === '') continue
    if (isClosing(tag)) {
      if (open.pop() !== nameOf(tag)) return text
      indent(tag)
    } else if (isOpening(tag)) {
      const whole = leaf(tag, pieces, at)
      indent(whole ?? tag)
      if (whole === undefined) open.push(nameOf(tag))
      else at += pieces[at] === `</${nameOf(tag)}>` ? 1 : 2
    } else indent(tag.trim())
  }
  return open.length === 0 ? lines.join('\n') : text
}

const isClosing = (tag: string): boolean => tag.startsWith('</')
const isOpening = (tag: string): boolean => /^<[^/?!]/.test(tag) && !tag.endsWith('/>')
const nameOf = (tag: string): string => /^<\/?([^\s/>]+)/.exec(tag)?.[1] ?? ''

/** An element without child elements, on one line. */
function leaf(tag: string, pieces: readonly string[], at: number): string | undefined {
  const end = `</${nameOf(tag)}>`
  if (pieces[at] === end) return tag + end
  return pieces[at + 1] === end && !pieces[at]?.startsWith('<') ? tag + pieces[at] + end : undefined
}
