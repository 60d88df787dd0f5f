// Chooses the media types of a request and its answer from Content-Type, Accept and ?format=, or refuses them.

export type RequestType =
  | { readonly kind: 'accepted'; readonly type: string }
  /** Absent, or none of the route's types: 415. */
  | { readonly kind: 'unsupported' }
  /** Unparsable for the server: 500. */
  | { readonly kind: 'malformed' }

export type ResponseType =
  | { readonly kind: 'chosen'; readonly type: string }
  /** No type of the route fits: 406. */
  | { readonly kind: 'unavailable' }
  /** A `?format=` that is unknown to the server: 500. */
  | { readonly kind: 'unknown-format' }

/** The one binary type, which no charset fits. */
const bytes = 'application/octet-stream'

/**
 * The type of a request body (streams-http §6.2, projections-http §1.2).
 *
 * @param header the `Content-Type` header, null if there is none.
 * @param reads the route's types, exactly, or `any`.
 */
export function requestType(header: string | null, reads: readonly string[] | 'any'): RequestType {
  if (!header) return { kind: 'unsupported' }
  const [type = '', ...parameters] = header.split(';')
  if (!type.includes('/')) return { kind: 'malformed' }
  if (reads === 'any') return { kind: 'accepted', type }
  if (!reads.includes(type)) return { kind: 'unsupported' }
  const charset = valuesOf(parameters, 'charset').at(-1)
  if (charset === undefined) return { kind: 'accepted', type }
  // The server checks the charset only of types that it reads.
  if (!isRegisteredCharset(charset)) return { kind: 'malformed' }
  return charset === 'utf-8' && type !== bytes ? { kind: 'accepted', type } : { kind: 'unsupported' }
}

/** Values of a parameter, in lower case; a blank beside the `=` belongs to the name or to the value. */
const valuesOf = (parameters: readonly string[], name: string): string[] =>
  parameters
    .map((parameter) => parameter.trim().toLowerCase())
    .filter((parameter) => parameter.startsWith(`${name}=`))
    .map((parameter) => parameter.slice(name.length + 1))

/** The encodings of .NET without further packages, by all their names. */
const registeredCharset = new RegExp(
  [
    'us|(us-)?ascii|csascii|ansi_x3[.]4-19(68|86)|iso-ir-6|iso646-us|iso_646[.]irv:1991|(cp|ibm)367',
    'l1|latin1|csisolatin1|iso[-_]?8859-1|iso_8859-1:1987|iso-ir-100|(cp|ibm)819',
    'unicode|unicodefffe|ucs-2|iso-10646-ucs-2|utf-8|(x-)?unicode-[12]-[01]-utf-8|utf-(16|32)([lb]e)?',
  ]
    .map((names) => `^(${names})$`)
    .join('|'),
)

/** Whether .NET has an encoding of this name; it has none called `utf8`. */
const isRegisteredCharset = (name: string): boolean => registeredCharset.test(name)

/** The media type of each `?format=`, with a sign for the vendor; those that no route writes lead to 406. */
const formats: Readonly<Record<string, string>> = {
  json: 'application/json',
  text: 'text/plain',
  xml: 'text/xml',
  atom: 'application/atom+xml',
  atomxj: 'application/vnd.*.atom+json',
  atomsvc: 'application/atomsvc+xml',
  atomsvcxj: 'application/vnd.*.atomsvc+json',
}

/** The types that a request wants for its answer. */
export interface ResponsePreference {
  /** First `?format=` of the query. */
  readonly format: string | undefined
  /** The `Accept` header, several joined with commas; null where it is missing. */
  readonly accept: string | null
  /** The vendor in media types that a format names. */
  readonly vendor: string
}

/**
 * The type of the answer (streams-http §6.3, server-http §2.7).
 *
 * @param writes the route's types, its default first; `any` accepts every request.
 */
export function responseType({ format, accept, vendor }: ResponsePreference, writes: readonly string[] | 'any'): ResponseType {
  const offers = writes === 'any' ? ['*/*'] : writes
  if (format) return typeOfFormat(format, vendor, offers)
  const items = acceptedItems(accept)
  if (items.length === 0) return { kind: 'chosen', type: offers[0]! }
  for (const range of acceptableRanges(items)) {
    const type = offers.find((offer) => offer === '*/*' || fits(range, offer))
    if (type !== undefined) return { kind: 'chosen', type }
  }
  return { kind: 'unavailable' }
}

function typeOfFormat(format: string, vendor: string, offers: readonly string[]): ResponseType {
  const name = format.toLowerCase()
  const type = Object.hasOwn(formats, name) ? formats[name]!.replace('*', vendor) : undefined
  if (type === undefined) return { kind: 'unknown-format' }
  return offers[0] === '*/*' || offers.includes(type) ? { kind: 'chosen', type } : { kind: 'unavailable' }
}

interface MediaRange {
  /** Lower case. */
  readonly type: string
  readonly subtype: string
  readonly quality: number
}

/** The items of an `Accept` header, without empty ones; commas inside quotation marks do not separate. */
export const acceptedItems = (accept: string | null): string[] =>
  (accept?.match(/(?:"[^"]*(?:"|$)|[^,"])+/g) ?? []).map((item) => item.trim().replace(/^"(.*)"$/s, '$1')).filter((item) => item !== '')

/** By quality, the best first; stable. */
const acceptableRanges = (items: readonly string[]): MediaRange[] =>
  items
    .map(readRange)
    .filter((range) => range !== undefined)
    .sort((a, b) => b.quality - a.quality)

function readRange(item: string): MediaRange | undefined {
  const [name = '', ...parameters] = item.split(';')
  const [type, subtype] = split(name, '/')
  if (subtype === undefined) return undefined
  return { type: type.toLowerCase(), subtype: subtype.toLowerCase(), quality: qualityOf(parameters) }
}

const decimal = /^\s*[+-]?(?:\d+\.?\d*|\.\d+)(?:e[+-]?\d+)?$/

/** The last numeric `q` counts, in the server's single precision. */
function qualityOf(parameters: readonly string[]): number {
  const quality = valuesOf(parameters, 'q').findLast((value) => decimal.test(value))
  return quality === undefined ? 1 : Math.fround(Number(quality))
}

function fits(range: MediaRange, offer: string): boolean {
  const [type, subtype] = split(offer, '/')
  return range.type === '*' || (range.type === type && (range.subtype === '*' || range.subtype === subtype))
}

/** Splits at the first separator only. */
function split(text: string, separator: string): [string, string | undefined] {
  const at = text.indexOf(separator)
  return at < 0 ? [text, undefined] : [text.slice(0, at), text.slice(at + 1)]
}
