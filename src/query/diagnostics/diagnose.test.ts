// The documentation's examples have the codes that they stand under, and the recorded queries that ran have neither errors nor warnings.

import { readFileSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { factsOf } from '../../base/release/releases.ts'
import { codes } from './codes.ts'
import type { DiagnoseOptions } from './diagnose.ts'
import { diagnose } from './diagnose.ts'
import { EventNames } from './seen-events.ts'

const root = join(import.meta.dirname, '../../..')

const seen = new EventNames(true)
for (const [stream, type, data] of [
  ['order-1', 'OrderPlaced', { total: 4, items: [{ sku: 'a' }] }],
  ['order-2', 'OrderShipped', { address: { city: 'Bergen' } }],
  ['cart-1', 'ItemAdded', { price: 1 }],
  ['order-1', 'OrderPaid', { amount: '4.50', invoice: { city: 'Oslo' } }],
  ['order-2', 'OrderPaid', { amount: '3.00' }],
  ['visit-3f2a6b1c-1111-4222-8333-444455556666', 'VisitBegun', { ward: 'A' }],
] as const) {
  seen.note({ stream, type, data: JSON.stringify(data), metadata: null })
}

/** What the word behind the language of a block of docs/server/diagnostics.md means. */
const optionsOf: Readonly<Record<string, DiagnoseOptions>> = {
  seen: { seen },
  old: { language: factsOf('23.10').language },
  noemit: { emitEnabled: false },
  whole: { isDraft: false },
}

const page = readFileSync(join(root, 'docs/server/diagnostics.md'), 'utf8')
const sections = page
  .split(/^### /m)
  .slice(1)
  .map((section) => {
    const [, word = '', query] = /^```(?:js)? ?(\w*)\n([^]*?)\n```$/m.exec(section) ?? []
    return { code: section.slice(0, section.indexOf('\n')), word, query: query! }
  })

describe('docs/server/diagnostics.md', () => {
  test('has a paragraph with an example for every code', () => {
    expect(sections.map(({ code }) => code).sort()).toEqual(Object.keys(codes).sort())
  })

  test.each(sections)('$code', async ({ code, word, query }) => {
    const found = await diagnose(query, optionsOf[word] ?? {})
    expect(found.map((one) => one.code)).toContain(code)
  })

  test.each(sections)('the fix of $code, where it has one, leaves a query without that code', async ({ code, word, query }) => {
    const options = optionsOf[word] ?? {}
    const fix = (await diagnose(query, options)).find((one) => one.code === code)?.fix
    if (!fix) return
    const mended = query.slice(0, fix.start) + fix.text + query.slice(fix.end)
    expect((await diagnose(mended, options)).map((one) => one.code)).not.toContain(code)
  })
})

test('a fix is offered where one edit mends it', async () => {
  const fixable = await Promise.all(
    sections.map(
      async ({ code, word, query }) => (await diagnose(query, optionsOf[word] ?? {})).some((one) => one.code === code && one.fix) && code,
    ),
  )
  expect(fixable.filter(Boolean).length).toBeGreaterThan(15)
})

interface Scenario {
  readonly name: string
  readonly steps: readonly {
    readonly request: { readonly method: string; readonly path: string; readonly body?: unknown }
    readonly expect?: { readonly status?: number }
  }[]
}

/** Recorded and never run: projections that are created broken, to be listed. */
const neverRun = new Set(['projections/query/text', 'projections/create/registration'])

/** The queries of recordings in which no projection faulted. */
function recordedQueries(folder: string): Map<string, string> {
  const found = new Map<string, string>()
  for (const file of readdirSync(folder).filter((name) => name.endsWith('.json'))) {
    for (const { name, steps } of JSON.parse(readFileSync(join(folder, file), 'utf8')) as Scenario[]) {
      if (/faulted/i.test(JSON.stringify(steps.map((step) => step.expect))) || neverRun.has(name)) continue
      for (const { request, expect: answer } of steps) {
        const isCreated = request.method === 'POST' && /^\/projections\/(continuous|onetime|transient)/.test(request.path)
        const isOther = /type=native|engineversion=2/i.test(request.path) || (answer?.status ?? 200) >= 400
        if (isCreated && !isOther && typeof request.body === 'string') found.set(request.body, name)
      }
    }
  }
  return found
}

test.each([
  ['scenarios', '23.10'],
  ['scenarios-26', '26.2'],
] as const)('queries of the recordings (%s) that ran have hints at most', async (folder, release) => {
  const { language } = factsOf(release)
  const queries = recordedQueries(join(root, 'e2e/conformance', folder))
  expect(queries.size).toBeGreaterThan(300)
  const wrong: string[] = []
  for (const [query, name] of queries) {
    const found = (await diagnose(query, { language })).filter(({ severity }) => severity !== 'hint')
    if (found.length > 0) wrong.push(`${name}: ${found.map(({ code }) => code).join(', ')}\n${query}`)
  }
  expect(wrong).toEqual([])
})

describe('places', () => {
  test('count from 1, in UTF-16 units, and end behind the last character', async () => {
    const [found] = await diagnose('// 🙂\n/* 🙂 */ fromStrem("a").when({})')
    expect(found).toMatchObject({ code: 'unknown-function', line: 2, column: 10, endLine: 2, endColumn: 19, start: 15, end: 24 })
  })

  test.each(['', ' // nothing yet', ';'])('the empty query %j is an error, and none while it is a draft', async (text) => {
    expect(await diagnose(text)).toEqual([])
    expect(await diagnose(text, { isDraft: false })).toMatchObject([{ code: 'empty-query', line: 1, column: 1, endLine: 1, endColumn: 1 }])
  })
})

test.each([
  [
    'fromAll().when({\n  Sold: (s, e) => { s.n += e.data.n; s.all.push(e.data.n); s.by[e.type] = 1 },\n})',
    'fromAll().when({\n  $init: () => ({ n: 0, all: [], by: {} }),\n  Sold: (s, e) => { s.n += e.data.n; s.all.push(e.data.n); s.by[e.type] = 1 },\n})',
  ],
  [
    'fromAll().when({ $init: () => ({ m: 1 }), Sold: (s) => { s.n++ } })',
    'fromAll().when({ $init: () => ({ n: 0, m: 1 }), Sold: (s) => { s.n++ } })',
  ],
])('a state without a beginning gets one that fits its use: %s', async (query, mended) => {
  const fix = (await diagnose(query)).find(({ code }) => code === 'missing-init' || code === 'missing-member')?.fix
  expect(fix && query.slice(0, fix.start) + fix.text + query.slice(fix.end)).toBe(mended)
})

test.each([
  [
    'fromAll().when({ $init: () => { n: 0, all: [] }, A: (s) => s })',
    'fromAll().when({ $init: () => ({ n: 0, all: [] }), A: (s) => s })',
    /^The braces are a block/,
  ],
  [
    "fromStream('a').when({\n  $init: () => ({ n: 0 })\n  A: (s) => s\n})",
    "fromStream('a').when({\n  $init: () => ({ n: 0 }),\n  A: (s) => s\n})",
    /^A comma is missing/,
  ],
  [
    'fromAll().when({ A: (s, e) => { s.n = Math.max(s.n, e.data.n; } })',
    'fromAll().when({ A: (s, e) => { s.n = Math.max(s.n, e.data.n); } })',
    /^\) is missing/,
  ],
  ['fromAll().when({ A: (s) => s', 'fromAll().when({ A: (s) => s})', /^}\) is missing/],
  ["import { total } from './total'\nfromAll()", undefined, /cannot import/],
  ['fromAll().when({ A: (s: object) => s })', undefined, /^Unexpected token/],
])("the parser's complaint about %j comes with the edit that mends it", async (query, mended, message) => {
  const found = await diagnose(query)
  expect(found).toMatchObject([{ code: 'syntax', message: expect.stringMatching(message) as string }])
  const { fix } = found[0]!
  expect(fix && query.slice(0, fix.start) + fix.text + query.slice(fix.end)).toBe(mended)
})

describe('a text that does not parse', () => {
  test.each([
    ['A: (s) => { s.n = 1 }⟦⟧\n\n  // And B.\n  B: (s) => s', 'A comma is missing behind this handler.', ','],
    ['$init: () => ({ a: 1⟦⟧ b: 2, c: 3 d: 4 })', 'A comma is missing behind this property.', ','],
    ["A: (s, e) => { linkTo('a'⟦⟧ e) }", 'A comma is missing behind this argument.', ','],
    ['A: function (s⟦⟧ e) { return [e.data.a] }', 'A comma is missing behind this parameter.', ','],
    ['A: (s) => { s.all = [1⟦⟧ 2] }', 'A comma is missing behind this item.', ','],
    ['A: (s, e) => { if (e.data.a⟦⟧ { s.n = 1 } }', ') is missing here.', ')'],
    ['A: (s) => { s.n = (1 + 2)⟦)⟧ }', 'This ) is one too many.', ''],
    ['A: function (s) ⟦=>⟧ { return s }', 'This => is one too many.', ''],
  ])('%s: %s', async (marked, sentence, written) => {
    const [before = '', between = '', after = ''] = `fromAll().when({ ${marked} })`.split(/[⟦⟧]/)
    const text = before + between + after
    const [found, ...others] = await diagnose(text)
    expect(others).toEqual([])
    const { start } = found!
    expect(found).toMatchObject({
      code: 'syntax',
      start: before.length,
      end: before.length + between.length,
      fix: { start, text: written },
    })
    expect(found!.message.startsWith(`${sentence} The server says: `)).toBe(true)
    expect(found!.message).not.toMatch(/anonymous|Line \d/)
  })

  test.each(['fromAll().when({ A: (s) => { retrun s } })', 'fromAll().when({ A: (s) => { s.n = } })'])(
    'has the server’s words alone where no sign mends it: %s',
    async (text) => {
      const [found] = await diagnose(text)
      expect(found).toMatchObject({ code: 'syntax', message: expect.stringMatching(/^Unexpected \w+/) as string })
      expect(found!.fix).toBeUndefined()
    },
  )
})

test.each([
  ['OrderPlaced: (event) => { log(event.data) }', 'OrderPlaced: (state, event) => { log(event.data) }'],
  ['OrderPlaced: event => { log(event.data) }', 'OrderPlaced: (state, event) => { log(event.data) }'],
  ['OrderPlaced(e, s) { s.n = e.data.n }', 'OrderPlaced(s, e) { s.n = e.data.n }'],
])('swapped parameters are one finding, with its fix: %s', async (handler, mended) => {
  const text = `fromAll().when({ $init: () => ({ n: 0 }), ${handler} })`
  const [found, ...others] = await diagnose(text)
  expect(others).toEqual([])
  expect(found).toMatchObject({ code: 'parameter-order' })
  const { start, end, text: written } = found!.fix!
  expect(text.slice(0, start) + written + text.slice(end)).toContain(mended)
})

test('behind a method out of place the rest of the chain is not judged', async () => {
  const found = await diagnose("fromAll().when({ A: (s) => s }).partitionBy((e) => e.data.id).outputState().outputTo('a')")
  expect(found.map(({ code, start }) => [code, start])).toEqual([['misplaced-chain-method', 32]])
})

test.each([
  ['emit()', 'All are missing.'],
  ["emit('a')", 'Event type and data are missing.'],
  ["emit('a', { n: 1 })", 'The event type is missing.'],
  ["emit('a', 'B')", 'The data are missing.'],
  ["emit({}, 'B', {})", 'The first is no text.'],
  ["emit('a', 'B', 5)", 'The data are no object.'],
  ["linkTo('a')", 'The event is missing.'],
  ["linkStreamTo('a')", 'The linked stream is missing.'],
])('%s: %s', async (call, problem) => {
  const [found] = await diagnose(`fromAll().when({ A: (s, e) => { ${call} } })`)
  expect(found).toMatchObject({ code: 'emit-arguments', message: expect.stringContaining(problem) as string })
})
