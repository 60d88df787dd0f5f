import { expect, test } from 'vitest'
import { KnownTexts } from './known-texts.ts'

const texts = (state: string) => ({ state, result: undefined })

test('has each partition loaded once, also one without texts', () => {
  const known = new KnownTexts()
  known.ask(['a', 'b'])
  expect(known.missing()).toEqual(['a', 'b'])
  known.supply(new Map([['a', { state: '1', result: '"r"' }]]))
  expect(known.take()).toBe('["a","1","\\"r\\""]')
  expect(known.take()).toBe('[]')
  known.ask(['b', 'c'])
  expect(known.missing()).toEqual(['c'])
})

test('gives a new engine the last texts, and asks for nothing again', () => {
  const known = new KnownTexts()
  known.ask(['a'])
  known.supply(new Map([['a', texts('1')]]))
  known.take()
  known.change(
    new Map([
      ['a', texts('2')],
      ['new', texts('3')],
      ['unlisted', texts('')],
    ]),
    ['unlisted'],
  )
  known.ask(['lost with the old engine'])
  known.startAnew()
  known.ask(['new', 'a', 'unlisted'])
  expect(known.missing()).toEqual([])
  known.supply(new Map([['a', texts('stale')]]))
  expect(known.take()).toBe('["new","3",null,"a","2",null,"unlisted",null,null]')
})
