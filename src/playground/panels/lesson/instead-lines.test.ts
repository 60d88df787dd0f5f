import { expect, it } from 'vitest'
import { insteadLines } from './instead-lines.ts'

const promised = { projection: 'inventory', state: { shelves: { tea: 141 }, unknown: [{ packets: 4 }] } }
const found = (state: unknown) => insteadLines(promised, { kind: 'state', state: JSON.stringify(state) ?? '' })

it('names the members of a state that differ, expected beside found', () => {
  expect(found({ shelves: { tea: 137, rest: 1 }, unknown: [] })).toEqual([
    'shelves.tea: expected 141, found 137',
    'shelves.rest: expected nothing, found 1',
    'unknown[0]: expected {"packets":4}, found nothing',
  ])
})

it('shows all that was found where nearly all differs, or nothing is there', () => {
  expect(found([1])).toEqual(['Found: the state [1]'])
  expect(found(undefined)).toEqual(['Found: no state'])
  const many = Object.fromEntries(Array.from('abcdef', (name) => [name, 1]))
  expect(found({ ...promised.state, ...many })).toEqual([expect.stringMatching(/^Found: the state {"shelves":/)])
  expect(insteadLines({ projection: 'a', fault: 'x' }, { kind: 'reason', reason: '' })).toEqual(['Found: no fault'])
  expect(insteadLines({ stream: 'a', events: [] }, { kind: 'events', events: '[]' })).toEqual(['Found: no events'])
})
