import { describe, expect, test } from 'vitest'
import { prepareSource } from '../dialect/source/prepare.ts'
import { planOf } from './plan.ts'

async function usesIn(source: string) {
  const prepared = await prepareSource(source)
  if ('kind' in prepared) throw new Error(prepared.message)
  return planOf(prepared.tree, prepared.codeOf).stateUses
}

describe('handlers that only read and set members of the state', () => {
  test.each([
    ['(s) => { s.n++ }', ['n']],
    ['(s, e) => { s.n += e.data.n; return s }', ['n']],
    ['function (s) { if (s.a > 1) { s.b = s.a; return s } }', ['a', 'b']],
    ['(s) => (s.n++, s)', ['n']],
    ['(s) => (s)', []],
    ['(s) => s.n', ['n']],
    ['(s) => { s.n ??= 1; return (s) }', ['n']],
    ['(s, e) => { s.last = e.data.s; const t = { s: 1 } }', ['last']],
    ['(s) => { s.list.push(s?.n) }', ['list', 'n']],
    ['(s) => { const later = () => s.n++; later() }', ['n']],
    ['() => 1', []],
    ['(s, e) => [s.n, `${s.m}`, ...s.l]', ['n', 'm', 'l']],
  ])('%s', async (text, members) => {
    expect((await usesIn(`(${text})`)).users).toContainEqual({ text, members })
  })

  test.each([
    ['(s) => keep(s)'],
    ['(s) => [s]'],
    ['(s) => ({ s })'],
    ['(s) => { kept = s }'],
    ['(s) => { const { n } = s }'],
    ['(s) => { for (const name in s) log(name) }'],
    ['(s) => { delete s.n }'],
    ['(s) => { s["n"] = 1 }'],
    ['(s, e) => { s[e.data.n] = 1 }'],
    ['(s) => { s.add() }'],
    ['(s) => { s.add`` }'],
    ['(s) => { [s.n] = [1] }'],
    ['(s) => { ({ n: s.n } = { n: 1 }) }'],
    ['(s) => { for (s.n of [1]); }'],
    ['(s) => { s = {} }'],
    ['(s) => { s.n = 1; var s }'],
    ['(s) => { const get = () => s; get().n = 1 }'],
    ['(s) => { const get = () => { return s }; get().n = 1 }'],
    ['(s) => s || {}'],
    ['(s) => s.n ? s : null'],
    ['(s) => { throw s }'],
    ['(s) => { with (s) { n = 1 } }'],
    ['(s) => { eval("s.m = 1") }'],
    ['function (s) { arguments[0].m = 1 }'],
    ['({ n }) => n'],
    ['(...s) => { s.n = 1 }'],
    ['(s = {}) => { s.n = 1 }'],
    ['async (s) => { s.n++ }'],
    ['function* (s) { s.n++ }'],
  ])('not %s', async (text) => {
    expect((await usesIn(`(${text})`)).users.map((user) => user.text)).not.toContain(text)
  })

  test('none if handlers may be registered later', async () => {
    const handlers = 'fromAll().when({ $init: () => ({ n: 0 }), $any: (s) => { s.n++ } })'
    expect((await usesIn(handlers)).users).toHaveLength(2)
    expect(await usesIn(`const later = on_any; ${handlers}`)).toEqual({ users: [], makers: [] })
  })
})

describe('functions that make a state', () => {
  test.each([
    ['() => ({ n: 0 })'],
    ['() => { return { n: 0, "a b": start } }'],
    ['function () { return ({ n: [] }) }'],
    ['$init() { return { n: 0 } }'],
    ['() => ({})'],
  ])('%s', async (text) => {
    const source = text.startsWith('$init') ? `({ ${text} })` : `(${text})`
    expect((await usesIn(source)).makers).toContain(text)
  })

  test.each([
    ['() => kept'],
    ['() => (kept = { n: 0 })'],
    ['() => { kept = { n: 0 }; return kept }'],
    ['() => { log("made"); return { n: 0 } }'],
    ['() => { return }'],
    ['() => {}'],
    ['() => ({ ...kept })'],
    ['() => ({ [name]: 0 })'],
    ['() => ({ get n() { return 0 } })'],
    ['() => [0]'],
    ['async () => ({ n: 0 })'],
  ])('not %s', async (text) => {
    expect((await usesIn(`(${text})`)).makers).toEqual([])
  })
})
