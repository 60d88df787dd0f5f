// Translates a .NET regular expression into the platform's, where the platform can do what it says.

/** Spellings that mean the same under another name. */
const renamed: readonly (readonly [RegExp, string])[] = [
  [/^\\A/, '(?<![\\s\\S])'],
  [/^\\z/, '(?![\\s\\S])'],
  [/^\\Z/, '(?=\\n?(?![\\s\\S]))'],
  [/^\\a/, '\\x07'],
  [/^\\e/, '\\x1b'],
  [/^\(\?'(\w+)'/, '(?<$1>'],
  [/^\\k'(\w+)'/, '\\k<$1>'],
  [/^\(\?#[^)]*\)/, ''],
]

/** Tokens that must not be taken apart: escapes and character classes. */
const wholeToken = /^(?:\\[\s\S]|\[\^?\]?(?:\\[\s\S]|[^\]\\])*\]|[\s\S])/
const leadingOptions = /^\(\?([imsnx]*)\)/

/**
 * @param source as .NET reads it, with its options at the start at most (`(?i)`).
 * @returns undefined where it is invalid, or means something that the platform cannot express.
 */
export function fromDotNet(source: string): RegExp | undefined {
  const [head = '', options = ''] = leadingOptions.exec(source) ?? []
  if (/[nx]/.test(options)) return undefined
  try {
    return new RegExp(translate(source.slice(head.length)), `${options}u`)
  } catch {
    return withoutUnicode(source.slice(head.length), options)
  }
}

/** .NET takes escapes of letters and lone braces that the platform refuses in Unicode mode. */
function withoutUnicode(source: string, options: string): RegExp | undefined {
  if (/\\[pP]\{/.test(source)) return undefined
  try {
    return new RegExp(translate(source), options)
  } catch {
    return undefined
  }
}

function translate(source: string): string {
  let translated = ''
  let rest = source
  while (rest) {
    const rename = renamed.find(([pattern]) => pattern.test(rest))
    const [token = ''] = (rename ? rename[0] : wholeToken).exec(rest) ?? []
    translated += rename ? token.replace(rename[0], rename[1]) : token
    rest = rest.slice(token.length)
  }
  return translated
}
