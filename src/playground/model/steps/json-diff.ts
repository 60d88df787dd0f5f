// Computes the difference between two JSON values, member by member.

export type Json = null | boolean | number | string | readonly Json[] | { readonly [name: string]: Json }

/** Undefined means no value. */
export type Maybe = Json | undefined

export type Difference =
  | { readonly kind: 'same' }
  | { readonly kind: 'replaced'; readonly before: Maybe; readonly after: Maybe }
  /** The members that differ. A member on one side only is `replaced` by or from undefined. */
  | { readonly kind: 'object'; readonly members: readonly (readonly [name: string, difference: Difference])[] }
  | { readonly kind: 'list'; readonly edits: readonly ListEdit[] }

/** What happened to the items of a list, in order. */
export type ListEdit =
  | { readonly kind: 'keep'; readonly count: number }
  | { readonly kind: 'edit'; readonly difference: Difference }
  | { readonly kind: 'remove'; readonly before: Json }
  | { readonly kind: 'add'; readonly after: Json }

const same: Difference = { kind: 'same' }

export function differenceOf(before: Maybe, after: Maybe): Difference {
  if (isList(before) && isList(after)) return ofLists(before, after)
  if (isObject(before) && isObject(after)) return ofObjects(before, after)
  return before === after ? same : { kind: 'replaced', before, after }
}

type JsonObject = { readonly [name: string]: Json }

const isList = (value: Maybe): value is readonly Json[] => Array.isArray(value)
const isObject = (value: Maybe): value is JsonObject => typeof value === 'object' && value !== null && !isList(value)

function ofObjects(before: JsonObject, after: JsonObject): Difference {
  const members: (readonly [string, Difference])[] = []
  for (const name of Object.keys(before)) {
    const difference = differenceOf(before[name], Object.hasOwn(after, name) ? after[name] : undefined)
    if (difference.kind !== 'same') members.push([name, difference])
  }
  for (const name of Object.keys(after)) {
    if (!Object.hasOwn(before, name)) members.push([name, { kind: 'replaced', before: undefined, after: after[name] }])
  }
  return members.length === 0 ? same : { kind: 'object', members }
}

// ---- lists

/** Longest lists to search for a common sequence; longer ones are compared item by item from the first difference. */
const mostCompared = 400

function ofLists(before: readonly Json[], after: readonly Json[]): Difference {
  const [from, to] = [before.map(spelled), after.map(spelled)]
  const most = Math.min(from.length, to.length)
  let head = 0
  while (head < most && from[head] === to[head]) head++
  if (head === before.length && head === after.length) return same
  let tail = 0
  while (tail < most - head && from[from.length - 1 - tail] === to[to.length - 1 - tail]) tail++
  const [fromEnd, toEnd] = [from.length - tail, to.length - tail]
  const edits = editing(before, after)
  edits.keep(head)
  for (const [i, j] of common(from.slice(head, fromEnd), to.slice(head, toEnd))) {
    edits.change(head + i, head + j)
    edits.keep(1)
  }
  edits.change(fromEnd, toEnd)
  edits.keep(tail)
  return { kind: 'list', edits: edits.all }
}

/** Spelling keeps the order of members, so items that differ in it alone become an edit without differences. */
const spelled = (value: Json): string => JSON.stringify(value)

/** Builds the list of edits from the places that are kept. */
function editing(before: readonly Json[], after: readonly Json[]) {
  const all: ListEdit[] = []
  let [from, to] = [0, 0]
  return {
    all,
    keep(count: number): void {
      if (count === 0) return
      const last = all.at(-1)
      if (last?.kind === 'keep') all[all.length - 1] = { kind: 'keep', count: last.count + count }
      else all.push({ kind: 'keep', count })
      from += count
      to += count
    },
    /** Records the items before two kept places: pairs are edits, the rest is removed or added. */
    change(fromEnd: number, toEnd: number): void {
      while (from < fromEnd && to < toEnd) all.push({ kind: 'edit', difference: differenceOf(before[from++], after[to++]) })
      while (from < fromEnd) all.push({ kind: 'remove', before: before[from++]! })
      while (to < toEnd) all.push({ kind: 'add', after: after[to++]! })
    },
  }
}

/** @returns the indexes of a longest common subsequence of both lists. */
function common(from: readonly string[], to: readonly string[]): [number, number][] {
  if (from.length === 0 || to.length === 0 || from.length > mostCompared || to.length > mostCompared) return []
  const width = to.length + 1
  const lengths = new Uint16Array((from.length + 1) * width)
  for (let i = from.length - 1; i >= 0; i--) {
    for (let j = to.length - 1; j >= 0; j--) {
      const at = i * width + j
      lengths[at] = from[i] === to[j] ? lengths[at + width + 1]! + 1 : Math.max(lengths[at + width]!, lengths[at + 1]!)
    }
  }
  const found: [number, number][] = []
  for (let i = 0, j = 0; i < from.length && j < to.length;) {
    if (from[i] === to[j]) found.push([i++, j++])
    else if (lengths[(i + 1) * width + j]! >= lengths[i * width + j + 1]!) i++
    else j++
  }
  return found
}
