// Tells what a value of the platform is, also where it comes from another realm: a frame, jsdom, or a test of Jest. Every realm has classes
// of its own, so that `instanceof` says no to what another one made (decision 4).

export const isObject = (value: unknown): value is object => typeof value === 'object' && value !== null

/** What classes with a tag say of themselves; a look at a prototype, fast enough for every member of a text. */
const isTagged = (value: unknown, tag: string): boolean =>
  isObject(value) && (value as { readonly [Symbol.toStringTag]?: unknown })[Symbol.toStringTag] === tag

/** The same for classes that others are made from: a `QuotaExceededError` is a `DOMException` with a tag of its own. */
function inheritsTag(value: object, tag: string): boolean {
  for (let link: object | null = value; link; link = Object.getPrototypeOf(link) as object | null)
    if (Object.getOwnPropertyDescriptor(link, Symbol.toStringTag)?.value === tag) return true
  return false
}

/** What classes without a tag are known by. */
const kindOf = (value: unknown): string => Object.prototype.toString.call(value).slice(8, -1)

export const isMap = (value: unknown): value is ReadonlyMap<unknown, unknown> => isTagged(value, 'Map')
export const isSet = (value: unknown): value is ReadonlySet<unknown> => isTagged(value, 'Set')
export const isArrayBuffer = (value: unknown): value is ArrayBuffer => isTagged(value, 'ArrayBuffer')
/** Also one of Node's `Buffer`s. */
export const isBytes = (value: unknown): value is Uint8Array => ArrayBuffer.isView(value) && isTagged(value, 'Uint8Array')
export const isDate = (value: unknown): value is Date => kindOf(value) === 'Date'
export const isRegExp = (value: unknown): value is RegExp => kindOf(value) === 'RegExp'

/** Of any class of errors, a `DOMException` included. */
export const isError = (value: unknown): value is Error => kindOf(value) === 'Error' || isDomException(value)
export const isDomException = (value: unknown): value is DOMException => isObject(value) && inheritsTag(value, 'DOMException')
/** @param name of the class, e.g. `SyntaxError`. */
export const isErrorNamed = (value: unknown, name: string): value is Error => isError(value) && value.name === name

/** Made by a literal, by `JSON.parse`, or without a prototype. */
export function isPlainObject(value: unknown): value is Record<string, unknown> {
  if (!isObject(value)) return false
  const prototype = Object.getPrototypeOf(value) as object | null
  // That of another realm has the same place: nothing is above it.
  return prototype === null || prototype === Object.prototype || Object.getPrototypeOf(prototype) === null
}
