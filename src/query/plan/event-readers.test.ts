import { describe, expect, test } from 'vitest'
import { prepareSource } from '../dialect/source/prepare.ts'
import { planOf } from './plan.ts'

const readersIn = async (source: string) => {
  const prepared = await prepareSource(source)
  if ('kind' in prepared) throw new Error(prepared.message)
  return planOf(prepared.tree, prepared.codeOf).eventReaders
}

describe('handlers that only read the event', () => {
  test.each([
    ['(s, e) => { s.n += e.data.n }'],
    ['function (s, e) { return { n: e.body.n, type: e.eventType } }'],
    ['function handler(s, e) { if (e.metadata) s.at = e.sequenceNumber + e.streamId.length }'],
    ['(s, e) => e.data.items.map((item) => item.id + e.partition)'],
    ['async (s, e) => { await e.data }'],
    ['(s, { data, eventType: type }) => data[type]'],
    ['(s, { data: { n = 0 } }, other) => n'],
    ['(s, e) => { for (const name in e.data) s[name] = typeof e.data[name] }'],
    ['(s, e) => { linkTo("a-" + e.data.a, e); linkTo("b", e, { n: 1 }) }'],
    ['(s, e) => [e.data, { x: e.isJson }, `${e.eventId}`, ...e.bodyRaw]'],
  ])('%s', async (text) => {
    expect((await readersIn(`(${text})`)).map(({ members }) => members.length > 0)).toContain(true)
  })

  test.each([['() => 1'], ['(s) => s.n++'], ['function (s, e) { return s }'], ['(s, unused) => { s.n += 1 }']])(
    '%s does not even read',
    async (text) => {
      expect(await readersIn(`(${text})`)).toEqual([{ text, members: [], body: undefined }])
    },
  )

  test.each([
    ['(s, e) => e'],
    ['(s, e) => ({ e })'],
    ['(s, e) => keep(e)'],
    ['(s, e) => linkTo(e)'],
    ['(s, e) => linkTo(...s, e)'],
    ['(s, e) => linkTo("a", s, e)'],
    ['(s, e) => globalThis.linkTo("a", e)'],
    ['(s, e) => { with (s) linkTo("a", e) }'],
    ['(s, e) => { linkTo = s.f; linkTo("a", e) }'],
    ['(s, e) => { var linkTo = s.f; linkTo("a", e) }'],
    ['(s, e, linkTo) => { linkTo("a", e) }'],
    ['(s, e) => { globalThis["linkTo"] = s.f; linkTo("a", e) }'],
    ['(s, e) => { globalThis["link" + "To"] = s.f; linkTo("a", e) }'],
    ['(s, e) => { glob\\u0061lThis[s.name] = s.f; linkTo("a", e) }'],
    ['(s, e) => { (function () { this[s.name] = s.f })(); linkTo("a", e) }'],
    ['(s, e) => { ({ linkTo } = s); linkTo("a", e) }'],
    ['(s, e) => { [linkTo] = s; linkTo("a", e) }'],
    ['(s, e) => { for (linkTo of s.f); linkTo("a", e) }'],
    ['(s, e) => { { function linkTo() {} } linkTo("a", e) }'],
    ['(s, e) => { try { s() } catch (linkTo) { linkTo("a", e) } }'],
    ['(s, e) => e.mine'],
    ['(s, e) => e.toString()'],
    ['(s, e) => e.data()'],
    ['(s, e) => new e.data()'],
    ['(s, e) => e.data`x`'],
    ['(s, e) => (e.data)()'],
    ['(s, e) => e["data"]'],
    ['(s, e) => e?.data'],
    ['(s, e) => e && e.data'],
    ['(s, e) => { e.data = 1 }'],
    ['(s, e) => { e.sequenceNumber++ }'],
    ['(s, e) => { delete e.data }'],
    ['(s, e) => { [e.data] = s }'],
    ['(s, e) => { [...e.data] = s }'],
    ['(s, e) => { [e.data = 2] = s }'],
    ['(s, e) => { ({ x: e.data } = s) }'],
    ['(s, e) => { for (e.data of s) ; }'],
    ['(s, e) => { for (e.data in s) ; }'],
    ['(s, e) => { e = s }'],
    ['(s, e = {}) => e.data'],
    ['(s, ...e) => e.data'],
    ['(...all) => all[1].data'],
    ['(s, { data, ...others }) => others'],
    ['(s, { [s.name]: value }) => value'],
    ['(s, { mine }) => mine'],
    ['(s, {}) => { s.n++ }'],
    ['(s, e) => { const {} = e }'],
    ['(s, [e]) => e'],
    ['(s = e, e) => e.data'],
    ['function (s) { return arguments[1] }'],
    ['function (s, e) { return eval(s) }'],
    ['function (s, e) { return (() => arguments)() }'],
    ['function (s, e) { with (e) return data }'],
    ['(s, e) => { { let e = s; return e } }'],
  ])('%s', async (text) => {
    expect((await readersIn(`var handler = ${text}`)).map((reader) => reader.text)).not.toContain(text)
  })

  test('are known by their text as the engine has it', async () => {
    const source = `fromAll().when({ Type(s, e) { s[e.data.k] = f(e).a }, Other(s, e) { s[e.data.k] = f().a }, $init: () => ({}) })`
    expect(await readersIn(source)).toEqual([
      {
        text: 'Other(s, e) { s[e.data.k] = ((rillbox$.value=f())===void 0?void 0:rillbox$.value.a) }',
        members: ['data'],
        body: { members: { k: true } },
      },
      { text: '() => ({})', members: [], body: undefined },
    ])
  })
})
