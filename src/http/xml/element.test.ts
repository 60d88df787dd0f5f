import { expect, test } from 'vitest'
import { printXml } from './element.ts'

test('many elements are printed in their order, at every level', () => {
  const numbers = Array.from({ length: 3000 }, (_, n) => n)
  const content = numbers.map((n) => (n % 3 === 0 ? `<${n}` : n % 3 === 1 ? { markup: `<a/>` } : { name: 'b', content: String(n) }))
  const inside = numbers.map((n) => (n % 3 === 0 ? `&lt;${n}` : n % 3 === 1 ? '<a/>' : `<b>${n}</b>`)).join('')
  const printed = printXml({ name: 'x', content: [...content, { name: 'y', content }, ...content] })
  expect(printed).toBe(`<x>${inside}<y>${inside}</y>${inside}</x>`)
})
