import { describe, expect, test } from 'vitest'
import type { Fence, QueryBlock, RequestBlock } from './block.ts'
import { readBlocks } from './blocks.ts'
import { panelNames } from '../../playground/frame/arrangement.ts'
import { panelWords, readInfoString } from './info-string.ts'

const fence = (info: string, code: string, line = 1): Fence => ({ line, info, code })
const problemsOf = (info: string, code: string) => readBlocks([fence(info, code)]).problems

/** A sentence, or what is in it. */
const said = (message: string | RegExp): unknown => (typeof message === 'string' ? message : expect.stringMatching(message))

const counter = 'fromAll().when({ $init: () => ({ n: 0 }), $any: (s) => { s.n += 1 } })\n'

describe('the info string', () => {
  test.each(['', 'js', 'http', 'ts {1,3}', 'sh rillboxes'])('%j is of no executable block', (info) =>
    expect(readInfoString(info)).toEqual({ kind: 'other' }),
  )

  test('has options, of which a text may stand in quotation marks; what sites write there is passed over', () => {
    expect(readInfoString('rillbox {1,3} id=totals engine=2 faults="no \\"total\\" here" [totals.js]')).toEqual({
      kind: 'query',
      options: { id: 'totals', engine: 2, faults: 'no "total" here' },
      problems: [],
    })
    expect(readInfoString('rillbox{1,3} id=a')).toEqual({ kind: 'query', options: { id: 'a' }, problems: [] })
    expect(readInfoString('js:line-numbers=2{1} rillbox')).toEqual({ kind: 'query', options: {}, problems: [] })
    expect(readInfoString('js rillbox scenario=./cart.json')).toMatchObject({ kind: 'query', options: { scenario: './cart.json' } })
    expect(readInfoString('http rillbox id=a')).toEqual({ kind: 'request', options: { id: 'a' }, problems: [] })
  })

  test.each([
    ['rillbox scenari=./a.json', 'There is no option "scenari". Did you mean scenario?'],
    ['rillbox colour=red', /^There is no option "colour"\. Options are id, scenario, /],
    ['rillbox engine=3', 'The option engine takes 1 or 2, not 3.'],
    ['rillbox release=22', /^The option release takes one of 23\.10, /],
    ['rillbox scenario=cart.json', 'The option scenario takes a path like ./cart.json, relative to the document, not cart.json.'],
    ['rillbox faults', 'The option faults lacks its value: faults=…, which is a text.'],
    ['rillbox faults="endless', 'The option faults takes a text, not "endless.'],
    ['rillbox id=a id=b', 'The option id is given twice.'],
    ['rillbox id=1', /^The option id takes a name of letters/],
    ['rillbox hide="lesson stepz"', /^The option hide takes some of lesson, editor, .*, not "lesson stepz"\.$/],
    ['rillbox panel=stream', /^The option panel takes one of lesson, .*, not stream\.$/],
    ['rilbox id=a', '"rilbox id=a" is no block that runs: the word is rillbox.'],
    ['js Rillbox', '"js Rillbox" is no block that runs: the word is rillbox.'],
    ['http rillbox after=./first.html', /^The option after takes a path like \.\/first\.md/],
    ['http rillbox engine=2', /^There is no option "engine"\. Options are id, scenario, release, after, store\.$/],
    ['ts rillbox', /^A block of "ts" cannot be run/],
  ])('%s', (info, message) => {
    const [problem, ...others] = problemsOf(info, counter)
    expect(problem?.message).toEqual(said(message))
    expect(others).toEqual([])
  })
})

describe('a query', () => {
  const read = (info: string, code: string): QueryBlock => {
    const { blocks, problems } = readBlocks([fence(info, code, 10)])
    expect(problems).toEqual([])
    return blocks[0] as QueryBlock
  }

  test('is the body if there is no label', () => {
    expect(read('js rillbox', `\n${counter}`)).toMatchObject({ kind: 'query', query: { text: counter, line: 12 }, events: undefined })
  })

  test('has events before it and expectations behind it', () => {
    const block = read(
      'rillbox partition=cart-1',
      [
        'events:',
        '  cart-1 ItemAdded {"price": 5}',
        '  cart-2 ItemAdded {',
        '    "price": 7',
        '  }',
        '  "my cart" "Item dropped"',
        '',
        '  { "stream": "cart-1", "type": "Paid", "at": "2026-01-01T09:00:00Z" }',
        'query:',
        counter.trimEnd(),
        'expect:',
        '  state {"n": 1}',
        '  state "my cart" 5',
        '  result cart-2 [',
        '    1',
        '  ]',
        '  emitted alerts TooMany {"n": 3}',
        '  emitted alerts Bare',
      ].join('\n'),
    )
    expect(block.events).toEqual([
      { stream: 'cart-1', type: 'ItemAdded', data: { price: 5 } },
      { stream: 'cart-2', type: 'ItemAdded', data: { price: 7 } },
      { stream: 'my cart', type: 'Item dropped' },
      { stream: 'cart-1', type: 'Paid', at: '2026-01-01T09:00:00Z' },
    ])
    expect(block.query).toEqual({ text: counter, line: 20 })
    expect(block.expected).toEqual({
      line: 21,
      entries: [
        { kind: 'state', partition: undefined, value: { n: 1 }, line: 22, lines: 1 },
        { kind: 'state', partition: 'my cart', value: 5, line: 23, lines: 1 },
        { kind: 'result', partition: 'cart-2', value: [1], line: 24, lines: 3 },
        { kind: 'emitted', stream: 'alerts', type: 'TooMany', data: { n: 3 }, line: 27, lines: 1 },
        { kind: 'emitted', stream: 'alerts', type: 'Bare', data: undefined, line: 28, lines: 1 },
      ],
    })
  })

  test('keeps its own labels of JavaScript', () => {
    const code = 'fromAll().when({ $any() {\nouter:\nfor (;;) break outer\n} })\n'
    expect(read('rillbox', code).query?.text).toBe(code)
  })

  test.each([
    ['evnts:\n  a B\nquery:\nfromAll()', 2, 'There is no section "evnts:". Did you mean "events:"?'],
    ['Events:\n  a B\nquery:\nfromAll()', 2, 'There is no section "Events:". Did you mean "events:"?'],
    ['events: a B\nquery:\nfromAll()', 2, 'What belongs to "events:" stands on the lines below it.'],
    ['query: fromAll()', 2, 'What belongs to "query:" stands on the lines below it.'],
    [`${counter}expect: state {"n": 1}`, 3, 'What belongs to "expect:" stands on the lines below it.'],
    [`${counter}query:\nfromAll()`, 3, 'Lines above the first label are a query too: the block has two.'],
    [`${counter}expct:\n  state 1`, 3, 'There is no section "expct:". Did you mean "expect:"?'],
    [
      'events:\n  cart-1\nquery:\nfromAll()',
      3,
      'An event has a stream and a type, for example: cart-1 ItemAdded {"price": 5}. Here stands: cart-1',
    ],
    ['events:\n  cart-1 A {"a" 1}\nquery:\nfromAll()', 3, /^The data of the event are not JSON \(.*\)\.$/],
    ['events:\n  cart-1 A 5\nquery:\nfromAll()', 3, 'The event: data: expected an object, a list or a text, found 5.'],
    ['events:\n  {"stream": "a", "tpe": "B"}\nquery:\nfromAll()', 3, /^The event: type: is missing; tpe: is not known here/],
    ['events:\n  {"stream": a}\nquery:\nfromAll()', 3, /^The event is not JSON/],
    ['events:\n  a B\nevents:\n  a B\nquery:\nfromAll()', 4, 'The block has "events:" twice.'],
    ['events:\n  a B\n', 1, /^The block has no query: write one, or name a file/],
    ['query:\n\nexpect:\n  state 1', 2, 'There is no query below "query:".'],
    [`${counter}expect:\n  stat {"n": 1}`, 4, '"stat" cannot be expected. Did you mean state?'],
    [`${counter}expect:\n  state cart-1`, 4, /^A state is JSON, behind the name of its partition/],
    [`${counter}expect:\n  emitted alerts`, 4, /^An emitted event has a stream and a type/],
    [`${counter}expect:\n  emitted nothing\n  emitted a B`, 4, 'The block expects emitted events, and that there are none.'],
  ])('%j', (code, line, message) => {
    const [problem, ...others] = problemsOf('rillbox', code)
    expect(problem).toEqual({ line, message: said(message) })
    expect(others).toEqual([])
  })

  test.each([
    ['rillbox scenario=./a.json', 'events:\n  a B\nquery:\nfromAll()', /^The block has events and a scenario/],
    ['rillbox query=./a.js', counter, /^The block has a query, and names the file "\.\/a\.js" too/],
    ['rillbox projection=a', counter, /^The option projection names a projection of a scenario/],
  ])('%s contradicts its body', (info, code, message) => {
    expect(problemsOf(info, code)).toEqual([{ line: 1, message: expect.stringMatching(message) }])
  })
})

describe('a request', () => {
  test('stands above its answer', () => {
    const code =
      'POST /streams/cart-1\nContent-Type: application/json\nES-EventType: ItemAdded\n\n{"price": 5}\n\nHTTP/1.1 201 Created\nLocation: …/streams/cart-1/0\n\n\n{"a": 1}\n'
    const [block] = readBlocks([fence('http rillbox', code, 5)]).blocks as [RequestBlock]
    expect(block.request).toEqual({
      method: 'POST',
      path: '/streams/cart-1',
      headers: [
        ['Content-Type', 'application/json'],
        ['ES-EventType', 'ItemAdded'],
      ],
      body: '{"price": 5}',
    })
    expect(block.answer).toEqual({
      line: 12,
      status: 201,
      headers: [{ name: 'Location', value: '…/streams/cart-1/0', line: 13 }],
      body: { text: '{"a": 1}', line: 16 },
    })
  })

  test.each([
    ['', 1, /^The block has no request/],
    ['\nGET\n', 3, /^A request begins with its method and path.*Here stands: GET$/],
    ['GET streams/a', 2, 'The path "streams/a" does not begin with a slash.'],
    ['GET /a\nAccept', 3, /^A header has a name and a value.*Here stands: Accept$/],
    ['GET http://localhost:2113/a', 2, /does not begin with a slash: it stands without the address of a server\.$/],
    ['GET /a\n\n200 OK', 4, /^An answer begins with HTTP\/1\.1 and its status.*Here stands: 200 OK$/],
    ['\nHTTP/1.1 200 OK', 3, /^Above the answer there is no request/],
    ['GET /a\n\nHTTP/1.1 99 No', 4, 'A status is a number from 200 to 599, not 99.'],
  ])('%j', (code, line, message) => {
    expect(problemsOf('http rillbox', code)).toEqual([{ line, message: said(message) }])
  })
})

test('a playground has the panels that a block may name', () => {
  expect(panelWords).toEqual(panelNames)
})

test('a block that does not end, or that HTML hides, is a problem', () => {
  expect(readBlocks([{ ...fence('rillbox', counter, 4), flaw: 'unended' }]).problems).toEqual([
    { line: 4, message: 'The block does not end: its closing fence is missing.' },
  ])
  expect(readBlocks([{ ...fence('js rillbox', '', 4), flaw: 'in-html' }]).problems[0]?.message).toMatch(
    /^The block stands directly below HTML/,
  )
  expect(readBlocks([{ ...fence('js', '', 4), flaw: 'in-html' }])).toEqual({ blocks: [], problems: [] })
})

test('an id names one block of a page, and only the first request says what its store begins with', () => {
  const { blocks, problems } = readBlocks([
    fence('rillbox id=a', counter, 1),
    fence('js', 'anything', 4),
    fence('http rillbox id=a', 'GET /a', 7),
    fence('http rillbox scenario=./a.json', 'GET /a', 10),
    fence('http rillbox', 'GET /a', 13),
  ])
  expect(problems).toEqual([
    { line: 7, message: 'The block of line 1 has the id "a" too: an id names one block of a page.' },
    { line: 10, message: 'The option scenario belongs to the first request of the page: the requests of a page share one store.' },
  ])
  expect(blocks.map(({ line }) => line)).toEqual([1, 13])
})

test('a page that goes on with the store of another begins with nothing of its own', () => {
  expect(problemsOf('http rillbox after=./first.md scenario=./cart.json store=carts', 'GET /a')).toEqual([
    { line: 1, message: 'The option scenario belongs to the first page: the store of this one goes on with ./first.md.' },
  ])
})
