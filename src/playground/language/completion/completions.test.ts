import { describe, expect, it } from 'vitest'
import type { CompletionPlace } from './completion-place.ts'
import { offersAt } from './completions.ts'
import { chainAfter } from '../../../engine/queries/diagnostics.ts'
import { FieldShapes } from '../../../engine/queries/event-names.ts'
import { chainMembers } from './language-words.ts'

const names = {
  types: new Set(['ItemRemoved', 'ItemAdded', "it's {odd}"]),
  streams: new Set(['cart-2', 'cart-1']),
  categories: new Set(['cart']),
  fields: new FieldShapes(),
  isComplete: true,
}
names.fields.note('ItemAdded', '{"price":5,"to":{"city":"Ulm"},"odd name":1}', null)
const labels = (place: CompletionPlace) => offersAt(place, names).map(({ label }) => label)

describe('offersAt', () => {
  it('has the streams, categories and types of the store inside of quotes', () => {
    expect(labels({ kind: 'stream', from: 0, quoted: true })).toEqual(['cart-1', 'cart-2'])
    expect(labels({ kind: 'category', from: 0, quoted: true })).toEqual(['cart'])
    expect(labels({ kind: 'type', from: 0, quoted: true })).toEqual(['ItemAdded', 'ItemRemoved', "it's {odd}"])
  })

  it('has the fields of events seen, with an example', () => {
    const field = { kind: 'field', from: 0, member: 'data', path: [], type: 'ItemAdded' } as const
    expect(offersAt(field, names).map(({ label, detail, explanation }) => [label, detail, explanation])).toEqual([
      ['price', 'number', '5 in ItemAdded'],
      ['to', 'object', undefined],
    ])
    expect(labels({ ...field, path: ['to'] })).toEqual(['city'])
    expect(labels({ ...field, member: 'metadata' })).toEqual([])
  })

  it('has only the members of the chain at that place', () => {
    expect(labels({ kind: 'chain', from: 0, after: 'fromStream' }).sort()).toEqual(['outputState', 'partitionBy', 'when'])
    expect(labels({ kind: 'chain', from: 0, after: 'foreachStream' })).toEqual(['when'])
    expect(labels({ kind: 'chain', from: 0, after: 'map' })).toEqual([])
  })

  it('has handlers for event types not handled yet', () => {
    const offered = labels({ kind: 'handler', from: 0, quoted: false, given: ['$init', 'ItemAdded'] })
    expect(offered).toEqual(expect.arrayContaining(['ItemRemoved', '$any', '$deleted']))
    expect(offered).not.toContain('ItemAdded')
    expect(offered).not.toContain('$init')
  })

  it('writes types that are no identifiers in quotes, and keeps their braces out of the snippet', () => {
    const odd = offersAt({ kind: 'handler', from: 0, quoted: false, given: [] }, names).find(({ label }) => label === "it's {odd}")
    expect(odd?.snippet).toBe("'it\\'s \\{odd\\}': (state, event) => {\n\t${}\n},")
  })

  it('offers types alone where the quotes are there', () => {
    expect(labels({ kind: 'handler', from: 0, quoted: true, given: [] })).toEqual(['ItemAdded', 'ItemRemoved', "it's {odd}"])
  })

  it('has selectors at the top, and functions inside of handlers', () => {
    expect(labels({ kind: 'name', from: 0, inside: false })).toContain('fromCategory')
    expect(labels({ kind: 'name', from: 0, inside: false })).not.toContain('emit')
    expect(labels({ kind: 'name', from: 0, inside: true })).toEqual(['emit', 'linkTo', 'linkStreamTo', 'log'])
  })
})

describe('the words', () => {
  it('explain every member that a chain can have', () => {
    // Tools write the last one; it is for no reader.
    const known: readonly string[] = [...chainMembers.map(({ name }) => name), '$defines_state_transform']
    expect(
      Object.values(chainAfter)
        .flat()
        .filter((name) => !known.includes(name)),
    ).toEqual([])
  })
})
