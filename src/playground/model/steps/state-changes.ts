// Lists the changes between two state texts by path.

import type { Difference, Maybe } from './json-diff.ts'
import { differenceOf } from './json-diff.ts'
import { parsed } from '../../kit/json/parsed.ts'

export interface StateChange {
  readonly kind: 'added' | 'removed' | 'changed'
  /** As in JavaScript, e.g. `items[2].price`; empty for the whole value. Removed items have their old index, others their new one. */
  readonly path: string
  /** As JSON; undefined for no value. */
  readonly before: string | undefined
  readonly after: string | undefined
}

/** @param before text of a state, almost always JSON; empty without a state. */
export function stateChanges(before: string, after: string): StateChange[] {
  if (before === after) return []
  const changes = changesIn(differenceOf(stateIn(before), stateIn(after)), '')
  // Texts can differ where values do not, e.g. in the digits of a large number.
  return changes.length > 0 ? changes : [{ kind: 'changed', path: '', before, after }]
}

/** The value of a text; a state that is a string has no quotes (projection-language §1). */
export function stateIn(text: string): Maybe {
  if (text === '') return undefined
  const value = parsed(text) as Maybe
  return value === undefined ? text : value
}

/** The value at a path; undefined if there is none. */
export function memberOf(root: unknown, names: readonly string[]): Maybe {
  let value: unknown = root
  for (const name of names) {
    if (typeof value === 'string' && name === 'length') return value.length
    if (typeof value !== 'object' || value === null || !Object.hasOwn(value, name)) return undefined
    value = (value as Record<string, unknown>)[name]
  }
  return value as Maybe
}

function changesIn(difference: Difference, path: string): StateChange[] {
  switch (difference.kind) {
    case 'same':
      return []
    case 'replaced':
      return [change(path, difference.before, difference.after)]
    case 'object':
      return difference.members.flatMap(([name, member]) => changesIn(member, path + memberPath(name, path === '')))
    case 'list':
      return changesInList(difference.edits, path)
  }
}

function changesInList(edits: Extract<Difference, { kind: 'list' }>['edits'], path: string): StateChange[] {
  const changes: StateChange[] = []
  let [from, to] = [0, 0]
  for (const edit of edits) {
    if (edit.kind === 'keep') {
      from += edit.count
      to += edit.count
    } else if (edit.kind === 'remove') changes.push(change(`${path}[${from++}]`, edit.before, undefined))
    else if (edit.kind === 'add') changes.push(change(`${path}[${to++}]`, undefined, edit.after))
    else {
      changes.push(...changesIn(edit.difference, `${path}[${to++}]`))
      from++
    }
  }
  return changes
}

const change = (path: string, before: Maybe, after: Maybe): StateChange => ({
  kind: before === undefined ? 'added' : after === undefined ? 'removed' : 'changed',
  path,
  before: textOf(before),
  after: textOf(after),
})

const textOf = (value: Maybe): string | undefined => (value === undefined ? undefined : JSON.stringify(value))

/** Path of a member behind that of its object. */
export const memberPath = (name: string, isFirst: boolean): string => {
  if (!/^[\p{ID_Start}$_][\p{ID_Continue}$]*$/u.test(name)) return `[${JSON.stringify(name)}]`
  return isFirst ? name : `.${name}`
}
