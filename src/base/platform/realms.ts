// Type tests for platform values of any realm: a frame, jsdom, or a test of Jest. Every realm has its own classes, so `instanceof` fails
// across realms (decision 4).

export const isObject = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null

/** An object with members by name: no list. */
export const isRecord = (value: unknown): value is Record<string, unknown> => isObject(value) && !Array.isArray(value)

/** Tests `Symbol.toStringTag`; fast enough for every member of a document. */
const isTagged = (value: unknown, tag: string): boolean =>
  isObject(value) && (value as { readonly [Symbol.toStringTag]?: unknown })[Symbol.toStringTag] === tag

/** Tests the tags of all prototypes: a `QuotaExceededError` is a `DOMException` with a tag of its own. */
function inheritsTag(value: object, tag: string): boolean {
  for (let link: object | null = value; link; link = Object.getPrototypeOf(link) as object | null)
    if (Object.getOwnPropertyDescriptor(link, Symbol.toStringTag)?.value === tag) return true
  return false
}

/** The built-in kind, for classes without a tag. */
const kindOf = (value: unknown): string => Object.prototype.toString.call(value).slice(8, -1)

export const isMap = (value: unknown): value is ReadonlyMap<unknown, unknown> => isTagged(value, 'Map')
export const isSet = (value: unknown): value is ReadonlySet<unknown> => isTagged(value, 'Set')
/** True for Node's `Buffer`s, too. */
export const isBytes = (value: unknown): value is Uint8Array => ArrayBuffer.isView(value) && isTagged(value, 'Uint8Array')
export const isDate = (value: unknown): value is Date => kindOf(value) === 'Date'
export const isRegExp = (value: unknown): value is RegExp => kindOf(value) === 'RegExp'

/** True for any class of errors, `DOMException` included. */
export const isError = (value: unknown): value is Error => kindOf(value) === 'Error' || isDomException(value)
export const isDomException = (value: unknown): value is DOMException => isObject(value) && inheritsTag(value, 'DOMException')
/** @param name of the class, e.g. `SyntaxError`. */
export const isErrorNamed = (value: unknown, name: string): value is Error => isError(value) && value.name === name

/** True for objects from literals and `JSON.parse`, and for those without a prototype. */
export function isPlainObject(value: unknown): value is Record<string, unknown> {
  if (!isObject(value)) return false
  const prototype = Object.getPrototypeOf(value) as object | null
  // The `Object.prototype` of any realm has no prototype itself.
  return prototype === null || prototype === Object.prototype || Object.getPrototypeOf(prototype) === null
}
