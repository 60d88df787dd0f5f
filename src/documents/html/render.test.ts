import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import rehypeStringify from 'rehype-stringify'
import remarkParse from 'remark-parse'
import remarkRehype from 'remark-rehype'
import { unified } from 'unified'
import MarkdownIt from 'markdown-it'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import remarkRillbox from '../../remark.ts'
import { rillboxDocuments } from '../../vitepress.ts'
import { codeNodes, fenceOf, replaceCode, writesJsx } from './nodes.ts'
import { element, toHtml } from './tree.ts'

let folder: string
beforeEach(() => (folder = mkdtempSync(join(tmpdir(), 'rillbox-render-'))))
afterEach(() => rmSync(folder, { recursive: true }))

const options = () => ({ cache: join(folder, 'cache') })

async function withRemark(text: string, whole = text): Promise<string> {
  const path = join(folder, 'page.md')
  writeFileSync(path, whole)
  const processor = unified().use(remarkParse).use(remarkRillbox, options()).use(remarkRehype).use(rehypeStringify)
  return String(await processor.process({ path, value: text }))
}

async function withVitePress(text: string): Promise<string> {
  const path = join(folder, 'page.md')
  writeFileSync(path, text)
  const changed = await rillboxDocuments(options()).transform(text, path)
  return new MarkdownIt({ html: true }).render(changed ?? text)
}

const query = `fromCategory('cart').foreachStream().when({
  $init: () => ({ total: 0 }),

  // Adds "up" {{ total }}.
  ItemAdded: (s, e) => { s.total += e.data.price; if (s.total > 10) emit('large', 'Large', { total: s.total }) },
})`
const block = `\`\`\`rillbox id=totals title="Two <carts>" hide="steps log"
events:
  cart-1 ItemAdded {"price": 5}
  cart-1 ItemAdded {"price": 7}
  cart-2 Note "a < b"
query:
${query}
\`\`\``
const signs: Readonly<Record<string, string>> = { lt: '<', gt: '>', quot: '"', amp: '&' }
const decoded = (html: string): string =>
  html.replaceAll(/&(?:#x([0-9A-F]+)|#(\d+)|(\w+));/g, (_, hex?: string, number?: string, name?: string) =>
    name === undefined ? String.fromCodePoint(hex === undefined ? Number(number) : Number.parseInt(hex, 16)) : signs[name]!,
  )
const visible = (html: string): string => decoded(html.replaceAll(/<(?:"[^"]*"|[^>"])*>/g, ''))

describe.each([
  ['remark', withRemark],
  ['VitePress', withVitePress],
])('with %s', (_, render) => {
  test('a block is static HTML, complete, with a playground around it', async () => {
    const html = await render(`# A\n\n${block}\n\nBelow *it*.\n`)
    const shown = visible(html)
    for (const piece of [
      'Events',
      'cart-1',
      '{"price":7}',
      'a < b',
      query,
      'States by partition',
      '{"total":12}',
      'Emitted events',
      'Large',
    ])
      expect(shown).toContain(piece)
    expect(html).toContain('<span class="rillbox-comment">')
    expect(html).toContain('Below <em>it</em>.')
    const [, tag = ''] = /<rillbox-playground ((?:"[^"]*"|[^>"])*)>/.exec(html) ?? []
    expect(tag).toContain('loading="lazy"')
    expect(tag).toContain('hide="steps log"')
    const [, json = ''] = /data-scenario="([^"]*)"/.exec(tag) ?? []
    const scenario: unknown = JSON.parse(decoded(json))
    expect(scenario).toMatchObject({ version: 1, title: 'Two <carts>', projections: [{ name: 'totals', query: `${query}\n` }] })
  })

  test('requests show what was answered', async () => {
    const html = await render(
      '```http rillbox\nPOST /streams/a\nContent-Type: application/json\nES-EventType: A\nES-EventId: 5c0d2f1e-7a5b-4c37-9d5e-3a1f0e6b8c21\n\n{"n": 1}\n\nHTTP/1.1 201 Created\nLocation: …/streams/a/0\n```\n',
    )
    expect(visible(html)).toContain('HTTP/1.1 201 Created\nLocation: http://localhost:2113/streams/a/0')
  })

  test('a block that is wrong fails the build with the file and the line of each problem', async () => {
    const broken = `---\ntitle: A\n---\n\n- ${block.replace('s.total +=', 's.none.here +=').replaceAll('\n', '\n  ')}\n\n\`\`\`rillbox colour=red\n${query}\n\`\`\`\n`
    const path = join(folder, 'page.md')
    await expect(render(broken)).rejects.toThrow(`page.md:19: There is no option "colour".`)
    await expect(render(broken)).rejects.toThrow(/page\.md:15: The query faults: .*'here'/)
    expect(path).toBeTruthy()
    const expectsIt = broken.slice(0, broken.indexOf('```rillbox colour')).replace('id=totals', `faults="'here'"`)
    expect(visible(await render(expectsIt))).toMatch(/Fault.*'here'.* \(line 5\)/s)
  })

  test('bad input is told with the file, the line and a sentence, each on a line of its own', async () => {
    const fenced = (info: string, code: string): string => `\`\`\`${info}\n${code}\n\`\`\`\n\n`
    const page = [
      fenced('rillbox id=a colour=red', query),
      fenced('rillbox scenario=./none.json', ''),
      fenced('rillbox query=./none.js', 'events:\n  a A'),
      fenced('rillbox', 'events:\n  a A\nquery:\nfromAll().when({ $any: () => { for (;;); } })'),
      fenced('http rillbox id=b', 'GET /ping'),
      fenced('http rillbox id=b', 'GET /ping'),
      fenced('http rillbox', 'TRACE /ping'),
    ]
    const lineOf = (index: number): number => page.slice(0, index).join('').split('\n').length
    const problems = await render(page.join('')).then(
      () => [],
      (error: Error) => error.message.split('\n').map((problem) => problem.replace(/^.*page\.md/, 'page.md')),
    )
    expect(problems).toHaveLength(6)
    expect(problems).toEqual(
      expect.arrayContaining([
        `page.md:${lineOf(0)}: There is no option "colour". Options are id, scenario, query, projection, release, engine, partition, faults, title, hide, panel, height, loading.`,
        expect.stringMatching(
          new RegExp(`^page\\.md:${lineOf(1)}: The scenario "\\./none\\.json" cannot be read: there is no ".*none\\.json"\\.$`),
        ),
        expect.stringMatching(
          new RegExp(`^page\\.md:${lineOf(2)}: The query "\\./none\\.js" cannot be read: there is no ".*none\\.js"\\.$`),
        ),
        expect.stringMatching(new RegExp(`^page\\.md:${lineOf(3) + 4}: The query faults: .*allowed: 00:00:00\\.25`)),
        `page.md:${lineOf(5)}: The block of line ${lineOf(4)} has the id "b" too: an id names one block of a page.`,
        expect.stringMatching(new RegExp(`^page\\.md:${lineOf(6)}: The request cannot be sent: `)),
      ]),
    )
  })

  test('a block that would not run is told: without an end, or directly below HTML', async () => {
    await expect(render(`# A\n\n\`\`\`rillbox\n${query}\n`)).rejects.toThrow(
      /page\.md:3: The block does not end: its closing fence is missing\.$/,
    )
    await expect(render(`- <details>\n  \`\`\`js rillbox\n  ${query.split('\n')[0]}\n  \`\`\`\n  </details>\n`)).rejects.toThrow(
      /page\.md:2: The block stands directly below HTML/,
    )
    expect(await render('<!--\n```rillbox\n-->\n')).not.toContain('rillbox-block')
  })

  test('a block over a scenario has its lesson, and no scenario that would follow', async () => {
    const scenario = {
      version: 1,
      events: [{ stream: 'a', type: 'A' }],
      lesson: [{ text: 'Look.' }],
      next: { title: 'More', src: 'more.json' },
    }
    writeFileSync(join(folder, 'a.json'), JSON.stringify(scenario))
    const html = await render(`\`\`\`js rillbox scenario=./a.json\n${query}\n\`\`\`\n`)
    const content = JSON.parse(decoded(/data-scenario="([^"]*)"/.exec(html)![1]!)) as object
    expect(content).toMatchObject({ lesson: [{ text: 'Look.' }] })
    expect(content).not.toHaveProperty('next')
  })

  test('a page without blocks stays as it is', async () => {
    expect(await render('```js\na\n```\n')).toContain('<pre><code class="language-js">a\n</code></pre>')
  })
})

test('a site that cuts off front matter is told the lines of the file', async () => {
  const broken = block.replace('s.total +=', 's.none.here +=')
  await expect(withRemark(`\n${broken}\n`, `---\ntitle: A\n---\n\n${broken}\n`)).rejects.toThrow(/page\.md:15: The query faults/)
})

test('blocks in lists and quotes stay there, and lines keep their numbers', async () => {
  const path = join(folder, 'page.md')
  const text = `- a\n\n  ${block.replaceAll('\n', '\n  ')}\n\n> ${block.replace('id=totals', '').replaceAll('\n', '\n> ')}\n> after\n`
  const changed = (await rillboxDocuments(options()).transform(text, path))!
  expect(changed.split('\n').length).toBe(text.split('\n').length)
  const html = new MarkdownIt({ html: true }).render(changed)
  expect(html).toMatch(/<li>\s*<p>a<\/p>\s*<div class="rillbox-block" id="totals" v-pre="">/)
  expect(html).toMatch(/<blockquote>\s*<div class="rillbox-block"[^]*<p>after<\/p>\s*<\/blockquote>/)
})

test('a second build runs nothing, until the page or a file of it changes', async () => {
  const file = join(folder, 'totals.js')
  const page = '```rillbox query=./totals.js\nevents:\n  a A\n```\n'
  writeFileSync(file, 'fromAll().when({ A: () => Math.random() })')
  const first = await withRemark(page)
  expect(await withRemark(page)).toBe(first)
  expect(await withRemark(`${page}\n`)).toContain(first.trim())
  writeFileSync(file, 'fromAll().when({ A: () => 0.5 + Math.random() })')
  expect(await withRemark(page)).not.toBe(first)
})

describe('in MDX', () => {
  test('code is JSX, which sites leave alone', () => {
    const processor = (data: object) => ({ data: () => data })
    expect(writesJsx(processor({}))).toBe(false)
    function rehypeRecma() {}
    expect(writesJsx({ ...processor({}), attachers: [[rehypeRecma]] })).toBe(true)
    expect(writesJsx(processor({ fromMarkdownExtensions: [[{ enter: { mdxJsxFlowTag: () => undefined } }]] }))).toBe(true)
    const tree = unified().use(remarkParse).parse('- ```js rillbox\n  a\n  ```\n')
    const [node] = codeNodes(tree)
    expect(fenceOf(node!)).toEqual({ line: 1, info: 'js rillbox', code: 'a\n' })
    replaceCode(node!, element('div', { class: 'a', 'data-b': 'c' }, element('pre', { tabindex: '0' }, 'x')), true)
    expect(node).toMatchObject({
      type: 'rillboxBlock',
      data: {
        hName: 'div',
        hProperties: { className: ['a'], dataB: 'c' },
        hChildren: [
          {
            type: 'mdxJsxFlowElement',
            name: 'pre',
            attributes: [{ type: 'mdxJsxAttribute', name: 'tabIndex', value: '0' }],
            children: [{ type: 'text', value: 'x' }],
            data: { _mdxExplicitJsx: true },
          },
        ],
      },
    })
  })
})

test('the text of a tree has no lines and no signs of its own', () => {
  expect(toHtml(element('pre', { title: 'a "b"', id: undefined }, '<a>\n&'))).toBe('<pre title="a &quot;b&quot;">&lt;a&gt;&#10;&amp;</pre>')
})
