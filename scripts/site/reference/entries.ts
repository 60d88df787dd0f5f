// Lists the entries of the package that have types, as its manifest names them.

import { readFileSync } from 'node:fs'
import { join } from 'node:path'

type Target = string | { readonly 'rillbox-source'?: string; readonly types: string }

const exportsOf = (root: string): Readonly<Record<string, Target>> =>
  (JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as { exports: Record<string, Target> }).exports

/** E.g. `rillbox/browser`. */
export const entryNames = (root: string): string[] =>
  Object.entries(exportsOf(root))
    .filter(([, target]) => typeof target !== 'string')
    .map(([path]) => path.replace(/^\./, 'rillbox'))

/** Its source, from the root of the project; one that has only types is a declaration. */
export function sourceOfEntry(root: string, name: string): string {
  const target = exportsOf(root)[name.replace(/^rillbox/, '.')]
  if (target === undefined || typeof target === 'string') throw new Error(`The package has no entry ${name}.`)
  return (target['rillbox-source'] ?? target.types.replace('/dist/', '/src/')).replace(/^\.\//, '')
}

/** The name of its page. */
export const fileOfEntry = (name: string): string => name.replaceAll('/', '-')
