import { describe, expect, test } from 'vitest'
import { prepareSource } from './prepare.ts'

const usesIn = async (source: string) => {
  const prepared = await prepareSource(source)
  if ('kind' in prepared) throw new Error(prepared.message)
  return prepared.stateUses
}

describe('functions that only read and set members of the state by their names', () => {
  test.each([
    ['(s) => { s.n++; return s }', ['n']],
    ['(s, e) => { s.n += e.data.n; s.last = e.data.s; if (s.m > 5) return; return (s) }', ['n', 'last', 'm']],
    ['function (s, e) { for (const one of e.data.l) s.n = s.n + one.n }', ['n']],
    ['(s, e) => { e.data.l.forEach((one) => { s.n += one.s.n }) }', ['n']],
    ['(s, e) => (s.n++, s)', ['n']],
    ['(s) => s', []],
    ['() => { total++ }', []],
    ['(s, e) => { const t = { s: 1 }; t.s = s.n; return s }', ['n']],
    ['(s) => { return s; function inner(t) { return t } }', []],
  ])('%s', async (text, names) => {
    expect(await usesIn(`(${text})`)).toContainEqual({ text, names })
  })

  test.each([
    ['(s) => s.n'],
    ['(s) => { return s.n }'],
    ['(s) => ({ n: s.n })'],
    ['(s) => kept'],
    ['() => { return kept }'],
    ['(s) => { kept = s }'],
    ['(s) => { const t = s; return s }'],
    ['(s) => { s.own = s; return s }'],
    ['(s) => { keep(s); return s }'],
    ['(s) => { s.keep(); return s }'],
    ['(s) => { (s.keep)(); return s }'],
    ['(s) => { s?.keep(); return s }'],
    ['(s) => { s.keep`x`; return s }'],
    ['(s) => { s[name] = 1; return s }'],
    ['(s) => { delete s.n; return s }'],
    ['(s) => { [s.n] = [1]; return s }'],
    ['(s) => { for (s.n of [1]); return s }'],
    ['(s) => { s.__proto__ = null; return s }'],
    ['(s) => { s = {}; return s }'],
    ['(s) => { s.f = () => s; return s }'],
    ['(s) => { s.f = () => { return s }; return s }'],
    ['(s) => { t = { s }; return s }'],
    ['(s) => { t = { ...s }; return s }'],
    ['(s) => { t = s.n, s; return t }'],
    ['(s) => { with (t) s.n++; return s }'],
    ['(s) => { arguments[0].n = 1; return s }'],
    ['(s) => { eval("s.m = 1"); return s }'],
    ['async (s) => { return s }'],
    ['function* (s) { return s }'],
    ['function (s, s) { return s }'],
    ['function s(s) { t = s; return s }'],
    ['({ n }) => { n++ }'],
    ['(...s) => { s.n++ }'],
    ['(s = kept) => { s.n++; return s }'],
  ])('are not: %s', async (text) => {
    const found = (await usesIn(`(${text})`)).filter(({ names }) => names !== null)
    expect(found.map((use) => use.text)).not.toContain(text)
  })
})

describe('functions that make an object', () => {
  test.each([
    ['() => ({ n: 0 })'],
    ['() => ({})'],
    ['function () { return { n: 0, "m m": kept, 3: [] } }'],
    ['function init() { return ({ n: 0, f() { return 1 } }) }'],
  ])('%s', async (text) => {
    expect(await usesIn(`(${text})`)).toContainEqual({ text, names: null })
  })

  test('as a method', async () => {
    expect(await usesIn('({ $init() { return { n: 0 } } })')).toContainEqual({ text: '$init() { return { n: 0 } }', names: null })
  })

  test.each([
    ['() => kept'],
    ['() => kept = { n: 0 }'],
    ['() => { const own = { n: 0 }; return own }'],
    ['() => { kept = 1; return { n: 0 } }'],
    ['() => ({ ...kept })'],
    ['() => ({ [name]: 0 })'],
    ['() => ({ __proto__: kept })'],
    ['() => ({ get n() { return 0 } })'],
    ['() => [0]'],
    ['() => {}'],
    ['async () => ({ n: 0 })'],
  ])('are not: %s', async (text) => {
    expect(await usesIn(`(${text})`)).not.toContainEqual({ text, names: null })
  })
})
