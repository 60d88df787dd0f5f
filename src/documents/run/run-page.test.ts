import { describe, expect, test } from 'vitest'
import type { Fence } from '../blocks/block.ts'
import { readBlocks } from '../blocks/blocks.ts'
import { fencesOf } from '../markdown/fences.ts'
import type { RunBlock } from './run-page.ts'
import { runPage } from './run-page.ts'
import { runLesson } from './lesson.ts'

const count = 'fromAll().foreachStream().when({ $init: () => ({ n: 0 }), $any: (s) => { s.n += 1 } })'
const cart = {
  version: 1,
  events: [
    { stream: 'cart-1', type: 'ItemAdded', data: { price: 5 } },
    { stream: 'cart-2', type: 'ItemAdded', data: { price: 9 } },
  ],
  projections: [
    { name: 'totals', query: './totals.js' },
    {
      name: 'large',
      query: "fromCategory('cart').when({ ItemAdded: (s, e) => { if (e.data.price > 6) emit('large', 'Large', e.data) } })",
    },
  ],
}
const files: Record<string, string> = {
  './cart.json': JSON.stringify(cart),
  './totals.js': "fromStream('large').when({ $init: () => ({ total: 0 }), Large: (s, e) => { s.total += e.data.price } })",
  './broken.js': 'fromAll().when({\n  $any: (s, e) => e.data.none.here,\n})',
  './bad.json': '{ "version": 2 }',
  './text.json': '{',
}
const read = (path: string): Promise<string> =>
  files[path] === undefined ? Promise.reject(new Error(`there is no ${path}`)) : Promise.resolve(files[path])

const fencesIn = (text: string): Promise<readonly Fence[]> => Promise.resolve(fencesOf(text))

type Written = readonly [info: string, code: string]

async function run(...fences: readonly Written[]): Promise<RunBlock[]> {
  let line = 1
  const placed: Fence[] = fences.map(([info, code]) => {
    const fence = { line, info, code }
    line += code.split('\n').length + 2
    return fence
  })
  const { blocks, problems } = readBlocks(placed)
  expect(problems).toEqual([])
  const found: RunBlock[] = []
  for await (const each of runPage(blocks, { read, fencesIn, limit: 5_000 })) found.push(each)
  return found
}
const problemsOf = async (...fences: readonly Written[]) => (await run(...fences)).flatMap(({ problems }) => problems)

const events = 'events:\n  cart-1 ItemAdded {"price": 5}\n  cart-1 ItemAdded {"price": 9}\n'

describe('a query over the events of its block', () => {
  test('has states, results and emissions', async () => {
    const code = `${events}query:
fromAll().foreachStream().when({ $init: () => ({ n: 0 }), ItemAdded: (s, e) => { s.n += 1; if (s.n > 1) emit('many', 'Many', s) } })
.transformBy((s) => ({ double: 2 * s.n }))
expect:
  state {"n": 2}
  result cart-1 {"double": 4}
  emitted many Many {"n": 2}`
    expect(await problemsOf(['rillbox partition=cart-1', code])).toEqual([])
  })

  test('is told what differs, at the line that expects it', async () => {
    const code = `${events}query:\n${count}\nexpect:\n  state {"n": 2}\n  state cart-1 {"n": 3}\n  emitted a B`
    expect(await problemsOf(['rillbox', code])).toEqual([
      { line: 8, message: 'The state should be {"n":2}, and there is none; there are partitions: cart-1.' },
      { line: 9, message: 'The state of cart-1 should be {"n":3}, and it is {"n":2}.' },
      { line: 10, message: 'The emitted event should be a B, and there is none.' },
    ])
    const emits = (expected: string) =>
      problemsOf([
        'rillbox',
        `events:\n  a A\n  a A\nquery:\nfromAll().when({ A: () => { emit('b', 'B', { x: 1 }) } })\nexpect:\n  ${expected}`,
      ])
    expect(await emits('emitted nothing')).toEqual([{ line: 8, message: 'Nothing should be emitted, and b B {"x":1} is, the first of 2.' }])
    expect(await emits('emitted b B {"x": 1}')).toEqual([{ line: 8, message: 'No other event should be emitted, and b B {"x":1} is.' }])
    expect(await emits('emitted b B {"x": 2}')).toEqual([
      { line: 8, message: 'The emitted event should be b B {"x":2}, and it is b B {"x":1}.' },
    ])
    expect(await emits('emitted b B {"x": 1}\n  emitted b B {"x": 1}')).toEqual([])
  })

  test('that faults is named with its line, in the document or in its file', async () => {
    const broken = `${events}query:\n\nfromAll().when({\n  $any: (s, e) => e.data.none.here,\n})`
    expect(await problemsOf(['rillbox', broken])).toEqual([{ line: 8, message: expect.stringMatching(/^The query faults: .*'here'/) }])
    expect(await problemsOf(['rillbox query=./broken.js', events])).toEqual([
      { line: 2, file: './broken.js', message: expect.stringMatching(/^The query faults: .*'here'/) },
    ])
    // What it has not come to is no second problem.
    expect(await problemsOf(['rillbox', `${broken}\nexpect:\n  state {"n": 1}`])).toHaveLength(1)
    expect(await problemsOf(['rillbox', 'fromAll().wen()'])).toEqual([{ line: 2, message: expect.stringMatching(/^The query faults: /) }])
  })

  test('may be expected to fault', async () => {
    const broken = `${events}query:\nfromAll().when({\n  $any: (s, e) => e.data.none.here,\n})`
    expect(await problemsOf(['rillbox faults=here', broken])).toEqual([])
    expect(await problemsOf(['rillbox faults="out of stock"', broken])).toEqual([
      { line: 7, message: expect.stringMatching(/^The query should fault with "out of stock", and faults with: /) },
    ])
    expect(await problemsOf(['rillbox faults=here', `${events}query:\n${count}`])).toEqual([
      { line: 1, message: 'The query should fault with "here", and does not.' },
    ])
  })

  test('that never ends is stopped by its time limit', async () => {
    const [problem] = await problemsOf(['rillbox', `${events}query:\nfromAll().when({ $any: () => { for (;;); } })`])
    expect(problem?.message).toMatch(/^The query faults: .*(?:time|250)/i)
  })
})

describe('a scenario', () => {
  test('has the events, also those that its other projections write', async () => {
    expect(await problemsOf(['rillbox scenario=./cart.json', 'expect:\n  state {"total": 9}'])).toEqual([])
    expect(
      await problemsOf(['rillbox scenario=./cart.json', `${count}\nexpect:\n  state large {"n": 1}\n  state cart-1 {"n": 1}`]),
    ).toEqual([])
    expect(await problemsOf(['rillbox scenario=./cart.json projection=large', 'expect:\n  emitted large Large {"price": 9}'])).toEqual([])
  })

  test('that is missing, no JSON or no scenario is a problem of the block', async () => {
    expect(
      await problemsOf(['rillbox scenario=./none.json', ''], ['rillbox scenario=./text.json', ''], ['rillbox scenario=./bad.json', '']),
    ).toEqual([
      { line: 1, message: 'The scenario "./none.json" cannot be read: there is no ./none.json.' },
      { line: 4, message: expect.stringMatching(/^The scenario "\.\/text\.json" is not JSON \(/) },
      { line: 7, message: expect.stringMatching(/^The scenario "\.\/bad\.json": version: expected 1/) },
    ])
    expect(await problemsOf(['rillbox query=./none.js', events])).toEqual([
      { line: 1, message: 'The query "./none.js" cannot be read: there is no ./none.js.' },
    ])
    expect(await problemsOf(['rillbox scenario=./cart.json projection=smal', ''])).toEqual([
      { line: 1, message: 'The scenario "./cart.json" has no projection "smal", but totals, large.' },
    ])
  })
})

test('the second engine ignores what the first one transforms, and goes on after an exception', async () => {
  const code = `${events}query:\nfromAll().foreachStream().when({ $init: () => ({ n: 0 }), ItemAdded: (s) => { s.n += 1; emit('many', 'Many', { n: s.n }) } }).transformBy(() => 1)\nexpect:\n  result cart-1 {"n": 2}\n  emitted many Many {"n": 1}\n  emitted many Many {"n": 2}`
  expect(await problemsOf(['rillbox engine=2', code])).toEqual([])
  const broken = `${events}query:\nfromAll().when({ $any: (s, e) => e.data.none.here })`
  expect(await problemsOf(['rillbox engine=2', broken])).toEqual([
    { line: 6, message: expect.stringMatching(/^The query faults: .*'here'/) },
  ])
  expect(await problemsOf(['rillbox engine=2 faults=here', broken])).toEqual([])
})

describe('the requests of a page', () => {
  const post =
    'POST /streams/cart-3\nContent-Type: application/json\nES-EventType: ItemAdded\nES-EventId: 5c0d2f1e-7a5b-4c37-9d5e-3a1f0e6b8c21\n\n{"price": 1}\n'

  test('share one store, which a query without events reads', async () => {
    const [first, second, query] = await run(
      ['http rillbox scenario=./cart.json', `${post}\nHTTP/1.1 201 Created\nLocation: …/streams/cart-3/0`],
      ['http rillbox', 'GET /streams/cart-3/0\nAccept: application/json\n\nHTTP/1.1 200 OK\n\n{"price": 1}'],
      ['rillbox', `${count}\nexpect:\n  state cart-3 {"n": 1}\n  state cart-1 {"n": 1}\n  state large {"n": 1}`],
    )
    for (const each of [first, second, query]) expect(each?.problems).toEqual([])
    expect(second).toMatchObject({ kind: 'request', answer: { status: 200, body: expect.stringContaining('"price"') } })
  })

  test('are told where the request cannot be sent', async () => {
    expect(
      await problemsOf(
        ['http rillbox', 'GET /ping\n\nbody\n\nHTTP/1.1 200 OK'],
        ['http rillbox', 'TRACE /ping\n\nHTTP/1.1 200 OK'],
        ['http rillbox', 'GET /ping\nAccept: …\n\nHTTP/1.1 200 OK'],
      ),
    ).toMatchObject([
      { message: 'The request cannot be sent: Request with GET/HEAD method cannot have body.' },
      { message: "The request cannot be sent: 'TRACE' HTTP method is unsupported." },
      { message: expect.stringMatching(/^The request cannot be sent: Cannot convert .* greater than 255\.$/) },
    ])
    const lesson = [{ text: 'Go.', send: { method: 'TRACE', path: '/ping' }, expect: [{ status: 200 }] }]
    expect(await runLesson({ version: 1, lesson })).toMatchObject([{ path: 'lesson[0].send' }])
  })

  test('are told what differs: status, header, body', async () => {
    const get = 'GET /streams/cart-3/0\nAccept: application/vnd.eventstore.atom+json\n\n'
    expect(
      await problemsOf(
        ['http rillbox', `${post}\nHTTP/1.1 200 OK`],
        ['http rillbox', `${post}\nHTTP/1.1 201 Created\nLocation: …/streams/cart-3/7\nX-None: 1`],
        ['http rillbox', `${get}HTTP/1.1 200 OK\n\n{"content": {"data": {"price": 2}}, "updated": "…"}`],
        ['http rillbox', 'GET /streams/none\nAccept: application/json'],
        ['http rillbox', 'GET /streams/none\nAccept: application/json\n\nHTTP/1.1 404 Not Found'],
      ),
    ).toEqual([
      { line: 9, message: 'The answer should have the status 200, and is 201 Created.' },
      {
        line: 20,
        message: expect.stringMatching(/^The header Location should be "…\/streams\/cart-3\/7", and it is "http.*cart-3\/0"\.$/),
      },
      { line: 21, message: 'The header X-None should be "1", and there is none.' },
      { line: 29, message: 'The member content.data.price of the body should be 2, and is 1.' },
      { line: 31, message: 'GET /streams/none is answered 404 Not Found; a block that expects this says so.' },
    ])
  })
})

describe('a page that goes on with the store of another', () => {
  const posted = (id: number, more = '') =>
    `POST /streams/cart-1\nContent-Type: application/json\nES-EventType: A\nES-EventId: 5c0d2f1e-7a5b-4c37-9d5e-3a1f0e6b8c2${id}\n\n{}\n${more}`
  const fenced = (info: string, code: string): string => `# A page\n\n\`\`\`${info}\n${code}\`\`\`\n`
  Object.assign(files, {
    './lesson/1.md': fenced('http rillbox scenario=../cart.json store=carts', posted(1)),
    './lesson/../cart.json': files['./cart.json']!,
    './lesson/../totals.js': files['./totals.js']!,
    './lesson/2.md': fenced('http rillbox after=./1.md', posted(2)),
    './round.md': fenced('http rillbox after=./round.md', posted(2)),
    './wrong.md': fenced('http rillbox colour=red', posted(2)),
    './empty.md': '# A page\n',
  })

  test('finds what the requests of earlier pages have written', async () => {
    const [first] = await run(['http rillbox after=./lesson/2.md', posted(3, '\nHTTP/1.1 201 Created\nLocation: …/cart-1/3')])
    expect(first).toMatchObject({
      problems: [],
      beginning: { store: 'carts', scenario: { version: 1 }, before: [{ path: '/streams/cart-1' }, { path: '/streams/cart-1' }] },
    })
  })

  test('is told which of them cannot be read, and why', async () => {
    const messageOf = async (after: string) => (await problemsOf([`http rillbox after=${after}`, posted(3)])).map(({ message }) => message)
    expect(await messageOf('./none.md')).toEqual(['The page "./none.md" before this one cannot be read: there is no ./none.md.'])
    expect(await messageOf('./round.md')).toEqual(['The pages before this one go round in a circle, by ./round.md.'])
    expect(await messageOf('./empty.md')).toEqual(['The page "./empty.md" has no requests: there is no store to go on with.'])
    expect(await messageOf('./wrong.md')).toEqual([
      expect.stringMatching(/^The page "\.\/wrong\.md" before this one has a problem on line 3: There is no option "colour"\./),
    ])
  })
})

test('a block that does not end within its limit is named with it', async () => {
  const { blocks } = readBlocks([{ line: 3, info: 'rillbox scenario=./slow.json', code: '' }])
  const slow = runPage(blocks, { read: () => new Promise(() => undefined), fencesIn, limit: 20 })
  expect((await slow.next()).value).toMatchObject({
    kind: 'unfinished',
    problems: [{ line: 3, message: 'The block has not ended within 0.02 s, the limit for one block.' }],
  })
  await slow.return()
})

test('a lesson is gone through, and its broken promises have their places', async () => {
  const scenario = {
    version: 1,
    events: [{ stream: 'a', type: 'A' }],
    projections: [{ name: 'n', query: 'fromAll().when({ $init: () => ({ n: 0 }), A: (s) => { s.n += 1 } })' }],
    lesson: [
      { text: 'One.', expect: [{ projection: 'n', state: { n: 1 } }] },
      {
        text: 'Two.',
        send: {
          method: 'POST',
          path: '/streams/a',
          headers: { 'ES-EventType': 'A', 'ES-EventId': '5c0d2f1e-7a5b-4c37-9d5e-3a1f0e6b8c21' },
          body: {},
        },
        expect: [{ status: 200 }, { projection: 'n', state: { n: 2 } }, { stream: 'a', events: [] }, { projection: 'n', fault: 'x' }],
      },
    ],
  } as const
  expect(await runLesson(scenario)).toEqual([
    { path: 'lesson[1].expect[0]', message: '{"status":200} does not hold: the status is 201' },
    { path: 'lesson[1].expect[2]', message: expect.stringMatching(/does not hold: the events are \[\{"number":0/) },
    { path: 'lesson[1].expect[3]', message: expect.stringMatching(/does not hold: the reason is ""$/) },
  ])
})
