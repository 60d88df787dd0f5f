// Knows the words that lead to their own place wherever a page names them as code: the codes of errors.

import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { repository } from './links.ts'

export const readTerms = (root: string): ReadonlyMap<string, string> =>
  new Map(readErrorCodes(root).map((code) => [code, `${repository}/blob/main/docs/errors.md#${code}`]))

/** As the type lists them: TypeScript lets no other be thrown. */
export function readErrorCodes(root: string): string[] {
  const text = readFileSync(join(root, 'src', 'base', 'errors.ts'), 'utf8')
  const union = /export type StoreErrorCode =((?:\s*\| '[\w-]+')+)/.exec(text)?.[1] ?? ''
  return [...union.matchAll(/'([\w-]+)'/g)].map(([, code]) => code!)
}
