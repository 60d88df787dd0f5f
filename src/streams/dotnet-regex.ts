// Translates a .NET regular expression into the platform's, where the platform can do what it says.

/** Escapes that stand for more in .NET, as parts of a character class. */
const classes: Readonly<Record<string, string>> = {
  d: '\\p{Nd}',
  D: '\\P{Nd}',
  w: '\\p{L}\\p{Mn}\\p{Nd}\\p{Pc}',
}

/** Escapes that are spelled differently. */
const escapes: Readonly<Record<string, string>> = {
  A: '(?<![\\s\\S])',
  z: '(?![\\s\\S])',
  Z: '(?=\\n?(?![\\s\\S]))',
  a: '\\x07',
  e: '\\x1b',
  w: `[${classes['w']}]`,
  W: `[^${classes['w']}]`,
  d: '\\p{Nd}',
  D: '\\P{Nd}',
}

const leadingOptions = /^\(\?([imsnx]*)\)/
/** A comment, the start of a named group, a reference to one, a character class, an escape, or a character. */
const token = /\(\?#[^)]*\)|\(\?'(\w+)'|\\k'(\w+)'|(\[\^?\]?(?:\\[\s\S]|[^\]\\])*\])|\\([\s\S])|[\s\S]/g

/**
 * @param source as .NET reads it, with its options at the start at most (`(?i)`).
 * @returns undefined where it is invalid, or means something that the platform cannot express.
 */
export function fromDotNet(source: string): RegExp | undefined {
  const [head = '', options = ''] = leadingOptions.exec(source) ?? []
  if (/[nx]/.test(options)) return undefined
  const body = source.slice(head.length)
  // Without Unicode mode the platform takes lone braces and brackets for themselves, as .NET does.
  return compile(translate(body), `${options}u`) ?? (/\\[pP]\{/.test(body) ? undefined : compile(body, options))
}

function compile(pattern: string, flags: string): RegExp | undefined {
  try {
    return new RegExp(pattern, flags)
  } catch {
    return undefined
  }
}

const translate = (source: string): string =>
  source.replaceAll(token, (whole: string, group?: string, reference?: string, characters?: string, escaped?: string) => {
    if (whole.startsWith('(?#')) return ''
    if (group !== undefined) return `(?<${group}>`
    if (reference !== undefined) return `\\k<${reference}>`
    if (characters !== undefined)
      return characters.replaceAll(/\\([\s\S])/g, (pair, letter: string) => classes[letter] ?? literal(pair, letter))
    return escaped === undefined ? whole : (escapes[escaped] ?? literal(whole, escaped))
  })

/** Unicode mode refuses to escape what needs no escape. */
const literal = (pair: string, letter: string): string => (/[\w\\^$.*+?()[\]{}|/-]/.test(letter) ? withoutDash(pair) : letter)

const withoutDash = (pair: string): string => (pair === '\\-' ? '\\x2d' : pair)
