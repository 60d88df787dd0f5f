// Replaces built-ins so that scripts cannot tell the replacement from the original.

/** Any function; replacements have exact types where they are written. */
export type BuiltIn = (this: never, ...given: never[]) => unknown

/** A method as a function that takes `this` as its first argument. */
export type Uncurried<Holder, Method> = Method extends (...given: infer Given) => infer Result
  ? (self: Holder, ...given: Given) => Result
  : never

const { apply, defineProperty, deleteProperty, getOwnPropertyDescriptor, ownKeys } = Reflect
const valueOf = (holder: object, name: PropertyKey): unknown => getOwnPropertyDescriptor(holder, name)?.value
const bind = valueOf(Function.prototype, 'bind') as BuiltIn
const call = valueOf(Function.prototype, 'call')

/** Captures the current method, unaffected by later replacements. */
export const method = <Holder extends object, Name extends keyof Holder>(holder: Holder, name: Name) =>
  apply(bind, call, [holder[name]]) as Uncurried<Holder, Holder[Name]>

/** Gives a function the name and the length of another one. */
export function disguise<F extends object>(replacement: F, original: object): F {
  for (const member of ['name', 'length']) {
    const descriptor = getOwnPropertyDescriptor(original, member)
    if (descriptor) defineProperty(replacement, member, descriptor)
  }
  return replacement
}

/** Replaces functions of `holder` by methods with their names: methods are no constructors, like built-in functions. */
export function replace(holder: object, methods: Record<string, BuiltIn>): void {
  for (const name of ownKeys(methods) as string[]) {
    const descriptor = getOwnPropertyDescriptor(holder, name)!
    defineProperty(holder, name, { ...descriptor, value: disguise(methods[name]!, descriptor.value as object) })
  }
}

/** Replaces a global constructor by a function with the same members and prototype. */
export function replaceConstructor(original: { readonly prototype: object }, replacement: BuiltIn): void {
  disguise(replacement, original)
  for (const member of ownKeys(original)) {
    if (member !== 'name' && member !== 'length') defineProperty(replacement, member, getOwnPropertyDescriptor(original, member)!)
  }
  add(original.prototype, 'constructor', replacement)
  add(globalThis, replacement.name, replacement)
}

export function remove(holder: object | undefined, ...names: PropertyKey[]): void {
  if (!holder) return
  for (const name of names) deleteProperty(holder, name)
}

/** Adds a member with the attributes of built-in ones. */
export function add(holder: object, name: PropertyKey, value: unknown): void {
  defineProperty(holder, name, { value, writable: true, configurable: true, enumerable: false })
}

/** The language's own conversion, which refuses symbols. */
export const textOf = (value: unknown): string => '' + (value as number)
