// Refuses a wrong argument of a matcher, from plain JavaScript, and says what the matcher wants and where a test gets it.

import { StoreError } from '../../base/errors.ts'
import { isObject } from '../../base/platform/realms.ts'

const storeMethods = ['direct', 'read', 'state', 'partitions', 'fault', 'inspect', 'snapshot'] as const

const isStore = (value: unknown): boolean =>
  isObject(value) && storeMethods.every((name) => typeof value[name] === 'function') && isObject(value['requests'])

/** @param matcher its name. @param value in place of a store. */
export function refuseOthersThanStores(matcher: string, value: unknown): void {
  if (isStore(value)) return
  const isLate = isObject(value) && typeof value['then'] === 'function'
  throw new StoreError('invalid-options', `expect(…).${matcher} looks at a store, and got ${nameOf(value)}.`, {
    hint: isLate
      ? `Wait for it: expect(await …).${matcher}(…).`
      : "Take the store from the fixtures of the test: test('…', async ({ page, store }) => …), with test and expect of rillbox/playwright; for a store that the page starts itself, the fixture is createPageStoreFixture().",
  })
}

/** What a matcher looks for, by the names of its parameters. */
export interface Looked {
  readonly name?: unknown
  readonly stream?: unknown
  readonly events?: unknown
  readonly request?: unknown
  readonly requests?: unknown
}

const isText = (value: unknown): boolean => typeof value === 'string'
const isPlain = (value: unknown): boolean => isObject(value) && !Array.isArray(value)
const listOf =
  (fits: (value: unknown) => boolean) =>
  (value: unknown): boolean =>
    Array.isArray(value) && value.every(fits)

const wanted = {
  name: [isText, "a name: 'order-1'"],
  stream: [isText, "the name of a stream: 'order-1'"],
  events: [listOf((event) => isText(event) || isPlain(event)), "a list of types and members: ['OrderPlaced', { data: { total: 12 } }]"],
  request: [isPlain, "an object: { method: 'POST', path: '/streams/*' }"],
  requests: [listOf(isPlain), "a list of objects: [{ method: 'POST', path: '/streams/*' }]"],
} as const satisfies Record<keyof Looked, readonly [fits: (value: unknown) => boolean, form: string]>

/** @param matcher its name. */
export function refuseOtherArguments(matcher: string, looked: Looked): void {
  for (const [parameter, value] of Object.entries(looked)) {
    const [fits, form] = wanted[parameter as keyof Looked]
    if (fits(value)) continue
    throw new StoreError('invalid-options', `The ${parameter} of ${matcher} cannot be ${nameOf(value)}.`, { hint: `It takes ${form}.` })
  }
}

/** As a reader of a test would call it. */
function nameOf(value: unknown): string {
  if (typeof value === 'string') return `the text ${JSON.stringify(value.length > mostLetters ? `${value.slice(0, mostLetters)}…` : value)}`
  if (Array.isArray(value)) return 'a list'
  if (!isObject(value)) return typeof value === 'function' ? 'a function' : String(value)
  if (typeof value['then'] === 'function') return 'a promise'
  // Bundlers put the underscore in front of it, of Playwright's `Page`, for example.
  const name = typeof value.constructor === 'function' ? value.constructor.name.replace(/^_+/, '') : ''
  return name === '' || name === 'Object' ? 'a plain object' : `an object of the class ${name}`
}

const mostLetters = 40
