import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { toHtml } from '../../src/documents/html/tree.ts'
import { runBlocks } from './run-blocks.ts'

const query = "fromStream('a').when({ $init: () => ({ n: 0 }), A: (s) => { s.n += 1 } })"
const fenced = (info: string, code: string): string => `\`\`\`${info}\n${code}\n\`\`\`\n`
const own = fenced('rillbox', `events:\n  a A\nquery:\n${query}`)
const request = fenced('http rillbox', 'GET /ping')

let root: string
beforeAll(() => {
  root = mkdtempSync(join(tmpdir(), 'rillbox-site-'))
  mkdirSync(join(root, 'docs', 'guides'), { recursive: true })
  writeFileSync(
    join(root, 'count.json'),
    JSON.stringify({ version: 1, events: [{ stream: 'a', type: 'A' }], projections: [{ name: 'n', query }] }),
  )
})
afterAll(() => rmSync(root, { recursive: true }))

const run = async (markdown: string, file = 'docs/page.md'): Promise<readonly (readonly [number, string])[]> =>
  [...(await runBlocks(markdown, join(root, file)))].map(([line, block]) => [line, toHtml(block)])

test('a playground over a scenario loads that of the site, and all of them share links', async () => {
  const [[line, html], ...others] = (await run(fenced('js rillbox scenario=../../count.json', query), 'docs/guides/page.md')) as [
    [number, string],
  ]
  expect(others).toEqual([])
  expect(line).toBe(1)
  expect(html).toContain('<rillbox-playground src="../../scenarios/count.json" share="../../play.html" loading="lazy">')
  expect(html).toContain('rillbox-static')
  const [[, withEvents]] = (await run(own)) as [[number, string]]
  expect(withEvents).toMatch(
    /^<div class="rillbox-block"><rillbox-playground data-scenario="[^"]*" share="\.\.\/play\.html" loading="lazy">/,
  )
})

test('a query without events is a playground on a page with requests, and code on others', async () => {
  expect(await run(fenced('js rillbox', query))).toEqual([])
  expect((await run(`${fenced('js rillbox', query)}\n${request}`)).map(([line]) => line)).toEqual([1, 5])
  expect((await run(`${own}\n${fenced('js rillbox', query)}`)).map(([line]) => line)).toEqual([1])
})

test('a block that is not what it says fails the site with its line', async () => {
  await expect(run(`${request}\n${fenced('http rillbox', 'GET /streams/none')}`)).rejects.toThrow(
    /page\.md:5: GET \/streams\/none is answered 4/,
  )
})
