// Declares options of the command line: a declaration says how an option is parsed, what type its value has, and how it is explained.

import { firstTime, lastTime } from '../../engine/clock/clock.ts'

export interface Option<T> {
  /** Without its dashes. */
  readonly name: string
  /** Stands for the value in the usage text; undefined for a flag. */
  readonly takes: string | undefined
  /** What the option does, for the usage text. */
  readonly explained: string
  /** The value of an option that is not given. */
  readonly standard?: string
  readonly isRepeatable?: boolean
  /** What to answer where the option is missing; undefined for one that may be missing. */
  readonly missing?: string
  /** @param given all values in their order, none of them empty; a flag has an empty one. */
  readonly read: (given: readonly string[]) => Reading<T>
}

export type Reading<T> = { readonly kind: 'value'; readonly value: T } | { readonly kind: 'unexpected'; readonly expected: string }

/** Options by the names of their values. */
export type Options = Readonly<Record<string, Option<unknown>>>

export type Values<O extends Options> = { readonly [name in keyof O]: O[name] extends Option<infer T> ? T : never }

/** How the text of an option is read. */
export interface Kind<T> {
  /** Completes "--option takes". */
  readonly expected: string
  /** @returns undefined for a text that is none. */
  readonly read: (text: string) => T | undefined
}

export const anyText: Kind<string> = { expected: 'a text', read: (text) => text }

/** Port 0 takes a free one. */
export const port: Kind<number> = {
  expected: 'a number from 0 to 65535',
  read: (text) => (/^\d{1,5}$/.test(text) && Number(text) <= 65535 ? Number(text) : undefined),
}

export const bytes: Kind<number> = {
  expected: 'a number of bytes',
  read: (text) => (/^[1-9]\d{0,9}$/.test(text) ? Number(text) : undefined),
}

export const wholeNumber: Kind<number> = {
  expected: 'a whole number',
  read: (text) => (/^\d{1,9}$/.test(text) ? Number(text) : undefined),
}

/** ISO 8601, in the years that a server can show; the text as it is. */
export const moment: Kind<string> = {
  expected: 'a time like 2026-01-01T09:00:00Z, from the year 1 to the year 9999',
  read: (text) => (Date.parse(text) >= firstTime && Date.parse(text) <= lastTime ? text : undefined),
}

export const seconds: Kind<number> = {
  expected: 'a number of seconds above 0',
  read: (text) => (/^\d{1,5}(?:\.\d+)?$/.test(text) && Number(text) > 0 ? Number(text) : undefined),
}

/** The spellings that the server accepts. */
const spellings: Readonly<Record<string, boolean>> = { true: true, True: true, false: false, False: false }
export const trueOrFalse: Kind<boolean> = {
  expected: 'true or false',
  read: (text) => (Object.hasOwn(spellings, text) ? spellings[text] : undefined),
}

export const oneOf = <T extends string>(texts: readonly T[]): Kind<T> => ({
  expected: `one of ${texts.join(', ')}`,
  read: (text) => texts.find((known) => known === text),
})

const readOnly =
  <T>({ expected, read }: Kind<T>) =>
  (text: string): Reading<T> => {
    const value = read(text)
    return value === undefined ? { kind: 'unexpected', expected } : { kind: 'value', value }
  }

/** An option that may be missing. */
export const optional = <T>(name: string, takes: string, explained: string, kind: Kind<T>): Option<T | undefined> => ({
  name,
  takes,
  explained,
  read: (given) => {
    const text = given.at(-1)
    return text === undefined ? { kind: 'value', value: undefined } : readOnly(kind)(text)
  },
})

export const optionalText = (name: string, takes: string, explained: string) => optional(name, takes, explained, anyText)

/** An option with a value that counts where it is missing. */
export const preset = <T>(name: string, takes: string, explained: string, standard: string, kind: Kind<T>): Option<T> => ({
  name,
  takes,
  explained,
  standard,
  read: (given) => readOnly(kind)(given.at(-1) ?? standard),
})

/** @param missing what to answer without it. */
export const required = (name: string, takes: string, explained: string, missing: string): Option<string> => ({
  name,
  takes,
  explained,
  missing,
  read: (given) => readOnly(anyText)(given.at(-1) ?? ''),
})

export const repeatable = (name: string, takes: string, explained: string): Option<readonly string[]> => ({
  name,
  takes,
  explained: `${explained}; repeatable`,
  isRepeatable: true,
  read: (given) => ({ kind: 'value', value: given }),
})

/** @param given the value of a given flag: one that is named for what it takes away gives false. */
export const flag = (name: string, explained: string, given = true): Option<boolean> => ({
  name,
  takes: undefined,
  explained,
  read: (values) => ({ kind: 'value', value: values.length > 0 === given }),
})

/** One command of `rillbox`. */
export interface Declaration<O extends Options> {
  /** Its line in the overview. */
  readonly summary: string
  /** What it does, in paragraphs. */
  readonly explained: string
  /** What stands before the options, as the synopsis shows it. */
  readonly operands: string
  readonly mostOperands: number
  /** Explanations of operands that the text above has not explained, by their names. */
  readonly explainedOperands?: Readonly<Record<string, string>>
  readonly options: O
  /** Options of which at most one is given. */
  readonly exclusive?: readonly (keyof O & string)[]
  /** Options that are given together or not at all. */
  readonly together?: readonly (keyof O & string)[]
}

/** Infers the options. */
export const declare = <O extends Options>(declaration: Declaration<O>): Declaration<O> => declaration
