// Pruned bodies: rebuilds bodies from the columns of values that the host extracted, with functions generated for each set of reads.
//
// Replaces the texts of bodies and the engine's own parser. Applies to batches whose handlers read certain members only, as `findings.ts`
// tells the host, which then parses the bodies with the platform's fast parser. With light events it buys 35 to 50 % of a run that reads.

import type { BodyRead } from '../body-reads.ts'
import { areIndexesWatched, dictionary, join, list, makeFunction, ownKeys, parse, put, stringify } from '../../language/primordials.ts'
import type { Seams } from '../../language/seams.ts'

/** The values that are read of a batch's bodies, from the host as JSON. */
export interface BodyColumns {
  readonly groups: readonly BodyGroup[]
  /** Unusual bodies, whole, and their indexes. */
  readonly others: readonly unknown[]
  readonly at: readonly number[]
}

/** Bodies with the same reads. */
export interface BodyGroup {
  /** A `BodyRead` as JSON. */
  readonly read: string
  /** Indexes of the events; null for all. */
  readonly at: readonly number[] | null
  readonly count: number
  /** One per value that is read, in the order of the members: by body, within arrays by item; an array's lengths precede its items. */
  readonly columns: readonly (readonly unknown[])[]
}

type Build = (
  bodies: unknown[],
  at: readonly number[] | null,
  count: number,
  columns: readonly (readonly unknown[])[],
  give: typeof put,
) => void

const builders = dictionary<Build>()

/**
 * Generates a function that walks the columns once. Only member names come from outside, and they are quoted.
 *
 * @param isWatched whether items must be defined, not assigned.
 */
function makeBuilder(read: BodyRead, isWatched: boolean): Build {
  let columns = 0
  let start = ''

  /** @returns an expression; adds the statements that must precede it to `before`. */
  function valueOf(part: BodyRead, index: string, before: string[]): string {
    const column = 'c' + columns
    if (part === true) {
      start += 'const ' + column + ' = columns[' + columns + '];\n'
      columns += 1
      return column + '[' + index + ']'
    }
    return 'items' in part ? itemsOf(part.items, index, before) : membersOf(part.members, index, before)
  }

  function membersOf(members: Readonly<Record<string, BodyRead>>, index: string, before: string[]): string {
    const names = ownKeys(members) as string[]
    let text = ''
    for (let i = 0; i < names.length; i += 1) {
      text += (i === 0 ? '' : ', ') + stringify(names[i]!) + ': ' + valueOf(members[names[i]!]!, index, before)
    }
    return '{ ' + text + ' }'
  }

  function itemsOf(part: BodyRead, index: string, before: string[]): string {
    const id = columns
    start += 'const n' + id + ' = columns[' + id + ']; let j' + id + ' = 0;\n'
    columns += 1
    const inner = list<string>()
    const value = valueOf(part, 'j' + id, inner)
    const put = isWatched ? 'put(a' + id + ', k, ' + value + ')' : 'a' + id + '[k] = ' + value
    const loop = 'for (let k = 0; k < n' + id + '[' + index + ']; k += 1) {\n'
    before[before.length] = 'const a' + id + ' = []; ' + loop + join(inner, '') + put + '; j' + id + ' += 1 }\n'
    return 'a' + id
  }

  const before = list<string>()
  const body = valueOf(read, 'i', before)
  const loop = 'for (let i = 0; i < count; i += 1) {\n' + join(before, '') + 'bodies[at === null ? i : at[i]] = ' + body + '\n}'
  return makeFunction('bodies', 'at', 'count', 'columns', 'put', "'use strict';\n" + start + loop)
}

export const bodiesOf: Seams['bodiesOf'] = (batch, text) => {
  const { groups, others, at } = parse(text) as BodyColumns
  const bodies = list<unknown>()
  for (let i = 0; i < batch.total; i += 1) bodies[i] = undefined
  const watched = areIndexesWatched()
  for (let i = 0; i < groups.length; i += 1) {
    const { read, at: indexes, count, columns } = groups[i]!
    const build = (builders[(watched ? '!' : '') + read] ??= makeBuilder(parse(read) as BodyRead, watched))
    build(bodies, indexes, count, columns, put)
  }
  for (let i = 0; i < at.length; i += 1) bodies[at[i]!] = others[i]
  return bodies
}
