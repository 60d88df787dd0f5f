import { describe, expect, it } from 'vitest'
import { FieldShapes } from '../../engine/queries/event-names.ts'
import { gravest, nameOfFix } from './finding-text.ts'
import type { JudgedFor } from './findings.ts'
import { findingsIn } from './findings.ts'

const fields = new FieldShapes()
fields.note('ItemAdded', '{"price":5}', '{"user":"kim"}')
const names = { types: new Set(['ItemAdded']), streams: new Set(['cart-1']), categories: new Set(['cart']), fields, isComplete: true }
const given: JudgedFor = { emit: false, names, release: undefined }

const findings = async (text: string, changes: Partial<JudgedFor> = {}) =>
  (await findingsIn(text, { ...given, ...changes })).map(({ code, fix }) => [code, fix && nameOfFix(fix)])

describe('while a query is written', () => {
  it.each([
    ["fromStrem('cart-1').when({ $any: (s) => s })", [['unknown-function', 'Change to fromStream']]],
    ['// A sentence.\nfromAll().when({ ItemAded: (s) => s })', [['unknown-type', 'Change to ItemAdded']]],
    ["fromStream('cart-1').when({ $ny: (s) => s })", [['unknown-handler', 'Change to $any']]],
    ['fromAll().when({ ItemAdded: async (s) => s })', [['async-handler', undefined]]],
    ["fromAll().when({ $init: () => ({}), ItemAdded: (s) => { emit('a', 'B', {}) } })", [['emit-disabled', undefined]]],
    ["fromCategory('cart').when({ $init: () => ({ n: 0 }), ItemAdded(s, e) { s.n += e.data.price } })", []],
    ['fromAll().when({ $init: () => ({ n: 0 }) ItemAdded: (s) => s })', [['syntax', 'Insert ,']]],
    // No edit mends it: the store reports it.
    ['fromAll().when({ A: (s) => })', []],
    ['', []],
  ])('%s', async (text, found) => expect(await findings(text)).toEqual(found))

  it('the mode and the release decide', async () => {
    const emitting = "fromAll().when({ $init: () => ({}), ItemAdded: (s) => { emit('a', 'B', {}) } })"
    expect(await findings(emitting, { emit: true })).toEqual([])
    const created = 'fromAll().when({ $init: () => ({}), ItemAdded: (s, e) => { s.at = e.created } })'
    expect(await findings(created, { release: '23.10' })).toEqual([['created-since-26', undefined]])
    expect(await findings(created, { release: '26.2' })).toEqual([])
  })

  it('says no more than can be read', async () => {
    expect(await findings(Array.from({ length: 60 }, (_, index) => `unheard${index}()`).join('\n'))).toHaveLength(20)
  })
})

it('the most serious finding comes first', async () => {
  const found = await findingsIn('fromAll().when({ Shipped: (s) => s, $ny: (s) => s })', given)
  expect(found.map(({ severity }) => severity)).toEqual(['hint', 'warning'])
  expect(gravest(found)?.code).toBe('unknown-handler')
})

it.each([
  [{ start: 0, end: 4, text: 'when' }, 'Change to when'],
  [{ start: 4, end: 4, text: '; return state ' }, 'Insert ; return state'],
  [{ start: 0, end: 4, text: ' ' }, 'Remove it'],
  [{ start: 0, end: 4, text: 'a\nb' }, 'Fix it'],
])('the edit %o is called “%s”', (fix, label) => expect(nameOfFix(fix)).toBe(label))
