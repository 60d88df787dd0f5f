// Reads two state texts and lists what changed between them, path by path.

import type { Difference, Json, Maybe } from './json-diff.ts'
import { differenceOf } from './json-diff.ts'

export interface StateChange {
  readonly kind: 'added' | 'removed' | 'changed'
  /** As in JavaScript, e.g. `items[2].price`; empty for the whole value. Items that were removed count as before, others as after. */
  readonly path: string
  /** As JSON; undefined: there was nothing. */
  readonly before: string | undefined
  readonly after: string | undefined
}

/** @param before a state's text, JSON in nearly every case; empty where there is no state. */
export function stateChanges(before: string, after: string): StateChange[] {
  if (before === after) return []
  const changes = changesIn(differenceOf(valueOf(before), valueOf(after)), '')
  // Texts may differ in what values do not show, such as the digits of a large number.
  return changes.length > 0 ? changes : [{ kind: 'changed', path: '', before, after }]
}

/** A state that is a text is kept without quotes (projection-language §1). */
function valueOf(text: string): Maybe {
  if (text === '') return undefined
  try {
    return JSON.parse(text) as Json
  } catch {
    return text
  }
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

const memberPath = (name: string, isFirst: boolean): string => {
  if (!/^[\p{ID_Start}$_][\p{ID_Continue}$]*$/u.test(name)) return `[${JSON.stringify(name)}]`
  return isFirst ? name : `.${name}`
}
