// Checks the shape of a JSON document, and names the path of every problem.

import { isRecord } from '../base/platform/realms.ts'

export interface Problem {
  /** From the document's root: `events[3].type`; empty for the root itself. */
  readonly path: string
  readonly message: string
}

/** @returns the problems of a value at a path. */
export type Check = (path: string, value: unknown) => readonly Problem[]

export type Members = Readonly<
  Record<
    string,
    {
      readonly required?: true
      /** Not for users, who do not hear of it. */
      readonly isInternal?: true
      readonly check: Check
    }
  >
>

/** @param expected the end of the sentence "expected …". */
export const when =
  (expected: string, holds: (value: unknown) => boolean): Check =>
  (path, value) =>
    holds(value) ? [] : [{ path, message: `expected ${expected}, found ${shown(value)}` }]

export const text: Check = when('a text', (value) => typeof value === 'string')
export const nonEmptyText: Check = when('a text that is not empty', (value) => typeof value === 'string' && value !== '')
const anyContent = when(
  'an object, a list or a text',
  (value) => typeof value === 'string' || (typeof value === 'object' && value !== null),
)

/** As deep as the content of an event in a posted list may be: 64 less the list and the event. */
const deepest = 62

/** Data, metadata and bodies. */
export const content: Check = (path, value) => {
  const problems = anyContent(path, value)
  return problems.length === 0 && isDeeper(value, deepest) ? [{ path, message: `is nested deeper than ${deepest} levels` }] : problems
}

const isDeeper = (value: unknown, levels: number): boolean =>
  typeof value === 'object' && value !== null && (levels === 0 || Object.values(value).some((member) => isDeeper(member, levels - 1)))

export const flag: Check = when('true or false', (value) => typeof value === 'boolean')

export const oneOf = (names: readonly string[]): Check =>
  when(`one of ${names.map((name) => `"${name}"`).join(', ')}`, (value) => typeof value === 'string' && names.includes(value))

export const list =
  (item: Check): Check =>
  (path, value) =>
    Array.isArray(value)
      ? value.flatMap((entry, index) => item(`${path}[${index}]`, entry))
      : [{ path, message: `expected a list, found ${shown(value)}` }]

/** An object whose names are the document's own. */
export const record =
  (name: Check, item: Check): Check =>
  (path, value) =>
    isRecord(value)
      ? Object.entries(value).flatMap(([key, entry]) => {
          const at = `${path}[${JSON.stringify(key)}]`
          return [...name(at, key), ...item(at, entry)]
        })
      : [{ path, message: `expected an object, found ${shown(value)}` }]

/** Accepts only known names, because a misspelled member would have no effect. */
export function checkMembers(path: string, value: unknown, known: Members): readonly Problem[] {
  if (!isRecord(value)) return [{ path, message: `expected an object, found ${shown(value)}` }]
  const at = (name: string) => (path === '' ? name : `${path}.${name}`)
  const missing = Object.entries(known).filter(([name, { required }]) => required && value[name] === undefined)
  const present = Object.entries(value).filter(([, member]) => member !== undefined)
  return [
    ...missing.map(([name]) => ({ path: at(name), message: 'is missing' })),
    ...present.flatMap(([name, member]) =>
      Object.hasOwn(known, name) ? known[name]!.check(at(name), member) : [{ path: at(name), message: unknownName(known) }],
    ),
  ]
}

/** `checkMembers` as a check. */
export const members =
  (known: Members): Check =>
  (path, value) =>
    checkMembers(path, value, known)

function unknownName(known: Members): string {
  const names = Object.entries(known).flatMap(([name, { isInternal }]) => (name.startsWith('$') || isInternal ? [] : name))
  return `is not known here; known are ${names.join(', ') || 'none'}`
}

/** A text is cut where it would fill the line. */
function shown(value: unknown): string {
  if (value === undefined) return 'nothing'
  if (Array.isArray(value)) return 'a list'
  if (isRecord(value)) return 'an object'
  // JSON would make null of NaN and Infinity, and refuses other numbers.
  if (typeof value === 'number' || typeof value === 'bigint') return String(value)
  const printed = JSON.stringify(value) ?? typeof value
  return printed.length > 60 ? `${printed.slice(0, 57)}…` : printed
}

/** @returns one line per problem. */
export const printProblems = (problems: readonly Problem[]): string =>
  problems.map(({ path, message }) => (path === '' ? message : `${path}: ${message}`)).join('\n')
