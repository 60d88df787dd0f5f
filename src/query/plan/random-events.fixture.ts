// Generates batches of events for queries whose plan is held against none: alike enough that the plan works, odd enough to disturb it.

import * as fc from 'fast-check'
import { queryEvent } from '../query-event.fixture.ts'
import type { QueryEvent } from '../query.ts'

/** JSON texts of members that parsers, columns or state writers may treat otherwise than usual ones. */
const oddValues: readonly string[] = [
  '-0',
  '1e999',
  '1e21',
  '1e-7',
  '0.1000000000000000055511151231257827',
  '9007199254740993',
  '1.50',
  '""',
  '"\\ud83d\\ude00 \\"é\\u0000"',
  '"\\ud800"',
  '"\\n"',
  '"\u2028"',
  '"__proto__"',
  '"1"',
  '"a b"',
  `"${'long'.repeat(60)}"`,
  'true',
  'false',
  'null',
  '[]',
  '[1,[-0],{"n":2}]',
  '[{"n":1},{"n":2,"q":null}]',
  '[{"n":1},5]',
  '[null]',
  '{}',
  '{"k":"x","n":3,"length":2}',
  '{"2":"b","1":"a","x":[1]}',
  '{"b":1,"a":{"__proto__":2}}',
  '{"n":1,"n":2}',
  '{"\\u006b":"escaped","\\n":1}',
]

/** Bodies that have little or nothing of the usual shape. */
const oddBodies: readonly string[] = [
  '{}',
  '[]',
  '[{"n":1}]',
  '"text"',
  '5',
  '{"n":1,}',
  '{"i":1,"k":"k0","k":"k1","n":1,"n":2}',
  '{"k":"k0","n":{"n":[1,2]},"l":{"n":1},"deep":null}',
  '{"__proto__":{"n":5,"k":"inherited"}}',
  '{"1":"one","0":"zero","a b":5,"toString":1}',
  ' { "n" : 1 , "l" : [ ] } ',
  '{"l":[],"deep":{"k":"k1"},"t":"t","n":3,"k":"k0","i":7}',
  '{"n":"\ud800"}',
  '{"\\u006e":1,"k":"k1"}',
]

const names = ['n', 'k', 't', 'l', 'deep', 'r', 'i', 'other', 'a b', '__proto__', '1', 'constructor'] as const
const metadataTexts = ['{"m":1}', '{"$correlationId":"c","m":2}', '[1]', 'x', '""', '{"m":-0,"m":"\\ud800"}'] as const

/** A usual body; a member in `given` replaces or follows the usual ones. */
function bodyOf(i: number, given: Readonly<Record<string, string>> = {}): string {
  const items = Array.from({ length: i % 4 }, (_, place) => `{"n":${i + place},"q":"q${place}","x":0}`)
  const usual: [string, string][] = [
    ['i', String(i)],
    ['n', String((i * 7) % 11)],
    ['k', `"k${Math.floor(i / 25)}"`],
    ['r', String(i % 3)],
    ['t', `"text ${i % 4}"`],
    ['l', `[${items.join(',')}]`],
    ['deep', `{"k":"d${i % 2}","n":${i}.5}`],
    ['a b', `${i % 5}`],
  ]
  const changed = new Map([...usual, ...Object.entries(given)])
  const members = [...changed].filter(([, json]) => json !== '').map(([name, json]) => `${JSON.stringify(name)}:${json}`)
  return `{${[...members, `"pad":"${'-'.repeat(90)}"`].join(',')}}`
}

/** The differences of an event from the usual one at its place. */
type Change = (i: number) => Partial<QueryEvent>

/** Most handlers and keys read the first two. */
const memberName = fc.oneof(
  { weight: 2, arbitrary: fc.constantFrom(...names.slice(0, 2)) },
  { weight: 3, arbitrary: fc.constantFrom(...names) },
)

/** Values at the ends of all selectors' paths: other kinds of keys, zeros of both signs, and none. */
const oddKey: fc.Arbitrary<Change> = fc
  .constantFrom('-0', '-0', '-0', '0', 'null', 'null', '"5"', '5', '1e21', '', 'true', '{"k":1}', '[]')
  .map((json) => {
    const deep = json === '' ? '{}' : `{"k":${json},"n":${json}}`
    return (i) => ({ data: bodyOf(i, { k: json, n: json, r: json, deep }) })
  })

const changedMember: fc.Arbitrary<Change> = fc
  // An empty text leaves the member out.
  .tuple(
    memberName,
    fc.oneof(
      { weight: 6, arbitrary: fc.constantFrom('-0', '1e999', '1e21', '"\\ud800"', 'null', '', '[]') },
      { weight: 5, arbitrary: fc.constantFrom('', ...oddValues) },
      fc.json({ maxDepth: 2 }),
    ),
  )
  // A computed name, because `__proto__` is one of them.
  .map(([name, json]) => (i) => ({ data: bodyOf(i, { [name]: json }) }))

const change: fc.Arbitrary<Change> = fc.oneof(
  { weight: 14, arbitrary: changedMember },
  { weight: 8, arbitrary: oddKey },
  { weight: 5, arbitrary: fc.constantFrom(...oddBodies).map((data): Change => () => ({ data })) },
  {
    weight: 1,
    arbitrary: fc.constantFrom<Change>(
      () => ({ isJson: false }),
      () => ({ isJson: false, data: 'no JSON' }),
    ),
  },
  {
    weight: 1,
    arbitrary: fc.constantFrom<Change>(
      () => ({ isJson: false, data: null }),
      () => ({ data: 'no JSON' }),
    ),
  },
  { weight: 1, arbitrary: fc.constant<Change>(() => ({ isJson: false, data: null, type: null, stream: null, number: -1 })) },
  { weight: 5, arbitrary: fc.constantFrom('U', 'Other', '$x', '').map((type): Change => () => ({ type })) },
  { weight: 5, arbitrary: fc.constantFrom(...metadataTexts).map((metadata): Change => () => ({ metadata })) },
  { weight: 1, arbitrary: fc.constantFrom('{"$o":"origin"}', '[1]', '5').map((linkMetadata): Change => () => ({ linkMetadata })) },
  { weight: 1, arbitrary: fc.constant<Change>(() => ({ type: null, data: null, isJson: false, deleted: 'soft', partition: 's-1' })) },
)

/** Events that all get metadata, or types in turn. */
const everywhere: fc.Arbitrary<Change> = fc.constantFrom<Change>(
  () => ({}),
  () => ({}),
  (i) => ({ metadata: `{"m":${i}}`, category: 's' }),
  (i) => ({ type: i % 6 === 5 ? 'U' : i % 11 === 10 ? 'Other' : 'T' }),
  (i) => ({ type: i % 2 === 0 ? 'T' : 'U', metadata: i % 3 === 0 ? null : `{"m":"${i}"}`, linkMetadata: '{"l":1}' }),
)

const same: Change = () => ({})

const segmentsWith = (changes: fc.Arbitrary<Change>) =>
  fc.array(
    fc.oneof(
      { weight: 3, arbitrary: fc.tuple(fc.integer({ min: 1, max: 50 }), fc.constant(same)) },
      { weight: 6, arbitrary: fc.tuple(fc.integer({ min: 1, max: 2 }), changes) },
    ),
    { minLength: 1, maxLength: 7 },
  )

/** Half of the samples have only JSON bodies, which are parsed together. */
const segments = fc.oneof(segmentsWith(fc.oneof(changedMember, oddKey)), segmentsWith(change))

/** Up to some 150 events; in most samples there are enough alike for every part of a plan to begin. */
export const randomEvents: fc.Arbitrary<readonly QueryEvent[]> = fc
  .tuple(everywhere, fc.nat({ max: 45 }), segments)
  .map(([all, first, parts]) => {
    const changes = [...Array<Change>(first).fill(() => ({})), ...parts.flatMap(([count, one]) => Array<Change>(count).fill(one))]
    return changes.map((one, i) => eventAt(i, { ...all(i), ...one(i) }))
  })

const eventAt = (i: number, given: Partial<QueryEvent>): QueryEvent =>
  queryEvent({
    number: i,
    id: `00000000-0000-4000-8000-${String(i).padStart(12, '0')}`,
    stream: `s-${i % 3}`,
    data: bodyOf(i),
    ...given,
    record: { position: i * 10 },
  })
