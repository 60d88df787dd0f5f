// Builds URLs of projections, users and groups: concatenates, then escapes and normalises the whole (projections-http §2.5, server-http §2.8).

const encoder = new TextEncoder()

/** Escapes a path: keeps valid escapes, decodes those of plain characters, resolves `.` and `..`. */
export function normalisePath(path: string): string {
  const escaped = path
    .replaceAll('\\', '/')
    .toWellFormed()
    .replace(/%[0-9a-fA-F]{2}|[^A-Za-z0-9\-._~:/@!$&'()*+,;=[\]]/gu, (found) =>
      found.length === 3 && found.startsWith('%') ? code(found) : escape(found),
    )
  return withoutDots(escaped)
}

function code(escaped: string): string {
  const character = String.fromCharCode(Number.parseInt(escaped.slice(1), 16))
  return /[A-Za-z0-9\-._~]/.test(character) ? character : escaped.toUpperCase()
}

const escape = (character: string): string =>
  Array.from(encoder.encode(character), (byte) => `%${byte.toString(16).toUpperCase().padStart(2, '0')}`).join('')

function withoutDots(path: string): string {
  if (!path.includes('/.')) return path
  const segments: string[] = []
  const parts = path.split('/')
  for (const [index, part] of parts.entries()) {
    const isLast = index === parts.length - 1
    if (part === '..') segments.length = Math.max(1, segments.length - 1)
    else if (part !== '.') segments.push(part)
    if (isLast && (part === '.' || part === '..')) segments.push('')
  }
  return segments.join('/')
}

/**
 * @param base absolute prefix of generated links; its path is normalised as well.
 * @param path starts with `/`; its names are unescaped.
 */
export function absoluteUrl(base: string, path: string): string {
  const { origin, path: prefix } = split(base)
  return origin + normalisePath(prefix + path)
}

/** @param rest the path behind the name, e.g. `/state`. */
export const projectionUrl = (base: string, name: string, rest = ''): string => absoluteUrl(base, `/projection/${name}${rest}`)

function split(base: string): { origin: string; path: string } {
  const [, origin = '', path = ''] = /^([^:]*:\/\/[^/]*)(.*)$/.exec(base) ?? []
  return { origin, path }
}
