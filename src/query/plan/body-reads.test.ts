import { describe, expect, test } from 'vitest'
import { prepareSource } from '../dialect/source/prepare.ts'
import { planOf } from './plan.ts'

async function bodyOf(handler: string, around = '') {
  const prepared = await prepareSource(`var handler = ${handler}; ${around}`)
  if ('kind' in prepared) throw new Error(prepared.message)
  // The outermost function comes first.
  return planOf(prepared.tree, prepared.codeOf).eventReaders[0]?.body
}

const all = true
const members = (read: object) => ({ members: read })

describe('the parts of a body that are read', () => {
  test.each([
    ['(s, e) => e.data.n', members({ n: all })],
    ['(s, e) => e.body["order id"] + e.data?.n', members({ 'order id': all, n: all })],
    ['(s, e) => { if (e.data && e.data.a !== undefined && !e.data.b) s.n = typeof e.data.c }', members({ a: {}, b: {}, c: {} })],
    ['(s, e) => e.data.customer.name.toUpperCase()', members({ customer: members({ name: all }) })],
    ['(s, e) => (e.data.customer ? e.data.customer.id : 0)', members({ customer: members({ id: all }) })],
    ['(s, e) => { const { a, b: { c } = {}, d = 1 } = e.data; return [a, c, d] }', members({ a: all, b: members({ c: all }), d: all })],
    ['(s, e) => { const d = e.data; return () => d.a + d.b.c }', members({ a: all, b: members({ c: all }) })],
    ['(s, e) => { const { data } = e; return data.a }', members({ a: all })],
    ['(s, { data: { a }, body }) => a + body.b', members({ a: all, b: all })],
    ['(s, e) => { for (const line of e.data.lines) s.n += line.n }', members({ lines: { items: members({ n: all }) } })],
    ['(s, e) => { for (const { n } of e.data.lines) s.n += n }', members({ lines: { items: members({ n: all }) } })],
    ['(s, e) => { for (const one of e.data.lines) s.l.push(one) }', members({ lines: { items: all } })],
    ['(s, e) => { s.d = s.d || 0; const d = e.data; s.d += d.n }', members({ n: all })],
    ['(s, e) => { emit("o", "T", { n: e.data.n, data: e.data.constructor }) }', members({ n: all, constructor: all })],
  ])('%s', async (handler, read) => {
    const present = JSON.stringify(read).replaceAll('{}', '{"members":{}}')
    expect(await bodyOf(handler)).toEqual(JSON.parse(present))
  })

  test.each([
    ['(s, e) => e.data'],
    ['(s, e) => keep(e.data)'],
    ['(s, e) => e.data[s.name]'],
    ['(s, e) => e.data.toString()'],
    ['(s, e) => e.data.__proto__'],
    ['(s, e) => { e.data.n = 1 }'],
    ['(s, e) => { delete e.data?.n }'],
    ['(s, e) => { const { a, ...rest } = e.data }'],
    ['(s, e) => { const { [s.n]: a } = e.data }'],
    ['(s, e) => { const d = e.data; s.last = d }'],
    ['(s, e) => { const d = e.data; s.last = { d } }'],
    ['(s, e) => { let d = e.data; d = s }'],
    ['(s, e) => { const d = e.data; for (const name in d) s[name] = 1 }'],
    ['(s, e) => { with (e.data) s.n = n }'],
    ['(s, e) => e.data || {}'],
    ['(s, e) => e.data == s'],
    ['(s, e) => `${e.data}`'],
    ['(s, { data }) => data'],
  ])('%s reads all', async (handler) => {
    expect(await bodyOf(handler)).toBe(true)
  })

  test.each([
    ['(s, e) => { for (const line of e.data.lines) s.n += line.n }', 'Array.prototype[Symbol.iterator] = f'],
    ['(s, e) => { for (line of e.data.lines) s.n += line.n }', ''],
    ['(s, e) => { for (const [line] of e.data.lines) s.n += line }', ''],
  ])('%s %s', async (handler, around) => {
    expect(await bodyOf(handler, around)).toEqual(handler.includes('[line]') ? members({ lines: { items: all } }) : members({ lines: all }))
  })
})
