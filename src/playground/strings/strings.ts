// The texts of the playground: what another language translates.

import type * as english from './english.ts'

/** One member for each file of `english`, under the file's name. */
export type Strings = typeof english

/** What a language says instead of the English texts; it may lack panels and members, which then stay English. */
export type Translation = { readonly [Panel in keyof Strings]?: Partial<Strings[Panel]> }
