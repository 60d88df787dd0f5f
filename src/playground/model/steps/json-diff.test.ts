import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { Difference, Json, ListEdit, Maybe } from './json-diff.ts'
import { differenceOf } from './json-diff.ts'

const json = (fc.jsonValue({ maxDepth: 4 }) as fc.Arbitrary<Json>).map((value) => JSON.parse(JSON.stringify(value)) as Json)
const maybe: fc.Arbitrary<Maybe> = fc.option(json, { nil: undefined, freq: 20 })

/** A value and one that was made from it by small changes, as states are. */
const similar = fc.tuple(
  fc.record({ list: fc.array(json, { maxLength: 8 }), map: fc.dictionary(fc.string(), json), n: fc.integer() }),
  fc.array(fc.tuple(fc.nat(), json, fc.constantFrom('insert', 'remove', 'set')), { maxLength: 4 }),
)

describe('the difference applied to the old value gives the new one', () => {
  test('for any two values', () => {
    fc.assert(
      fc.property(maybe, maybe, (before, after) => {
        expect(apply(before, differenceOf(before, after))).toEqual(after)
      }),
    )
  })

  test('for values that are alike', () => {
    fc.assert(
      fc.property(similar, ([before, changes]) => {
        const after = structuredClone(before)
        for (const [at, value, change] of changes) {
          if (change === 'insert') after.list.splice(at % (after.list.length + 1), 0, value)
          else if (change === 'remove') after.list.splice(at % (after.list.length + 1), 1)
          else after.map[`k${at % 3}`] = value
        }
        expect(apply(before, differenceOf(before, after))).toEqual(after)
      }),
    )
  })

  test('there is none between a value and itself', () => {
    fc.assert(
      fc.property(maybe, (value) => {
        expect(differenceOf(value, structuredClone(value))).toEqual({ kind: 'same' })
      }),
    )
  })
})

describe('differences are small', () => {
  const kinds = (before: Json[], after: Json[]): string[] => {
    const difference = differenceOf(before, after)
    return difference.kind === 'list' ? difference.edits.map((edit) => edit.kind) : []
  }

  test('where a list is shifted', () => {
    expect(kinds([1, 2, 3, 4], [2, 3, 4, 5])).toEqual(['remove', 'keep', 'add'])
    expect(kinds([1, 2, 3], [1, 9, 2, 3])).toEqual(['keep', 'add', 'keep'])
  })

  test('where an item deep in it changes', () => {
    const before = {
      items: [
        { id: 1, lines: [{ n: 1 }] },
        { id: 2, lines: [] },
      ],
    }
    const after = {
      items: [
        { id: 1, lines: [{ n: 2 }] },
        { id: 2, lines: [] },
      ],
    }
    expect(differenceOf(before, after)).toEqual({
      kind: 'object',
      members: [
        [
          'items',
          {
            kind: 'list',
            edits: [
              {
                kind: 'edit',
                difference: {
                  kind: 'object',
                  members: [
                    [
                      'lines',
                      {
                        kind: 'list',
                        edits: [
                          {
                            kind: 'edit',
                            difference: { kind: 'object', members: [['n', { kind: 'replaced', before: 1, after: 2 }]] },
                          },
                        ],
                      },
                    ],
                  ],
                },
              },
              { kind: 'keep', count: 1 },
            ],
          },
        ],
      ],
    })
  })

  test('where long lists differ in one place', () => {
    const before = Array.from({ length: 5000 }, (_, i) => i)
    expect(kinds(before, before.with(2500, -1))).toEqual(['keep', 'edit', 'keep'])
  })
})

test('members may have any name', () => {
  const before = JSON.parse('{"__proto__":1,"a":{"constructor":2}}') as Json
  const after = JSON.parse('{"__proto__":{"x":1},"a":{"toString":2}}') as Json
  expect(JSON.stringify(apply(before, differenceOf(before, after)))).toBe(JSON.stringify(after))
})

/** @param difference between `before` and `after`. @returns `after`. */
function apply(before: Maybe, difference: Difference): Maybe {
  switch (difference.kind) {
    case 'same':
      return before
    case 'replaced':
      return difference.after
    case 'object':
      return applyMembers(before as { readonly [name: string]: Json }, difference.members)
    case 'list':
      return applyEdits(before as readonly Json[], difference.edits)
  }
}

function applyMembers(before: { readonly [name: string]: Json }, members: readonly (readonly [string, Difference])[]): Json {
  const values = new Map<string, Maybe>(Object.entries(before))
  for (const [name, difference] of members) {
    const value = apply(values.get(name), difference)
    if (value === undefined) values.delete(name)
    else values.set(name, value)
  }
  // Unlike an assignment, this creates a member of any name.
  return Object.fromEntries(values) as { readonly [name: string]: Json }
}

function applyEdits(before: readonly Json[], edits: readonly ListEdit[]): Json {
  const after: Json[] = []
  let at = 0
  for (const edit of edits) {
    if (edit.kind === 'add') after.push(edit.after)
    else if (edit.kind === 'remove') at++
    else if (edit.kind === 'edit') after.push(apply(before[at++], edit.difference) as Json)
    else for (const end = at + edit.count; at < end; at++) after.push(before[at]!)
  }
  return after
}
