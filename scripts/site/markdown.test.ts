import { describe, expect, test } from 'vitest'
import { element } from '../../src/documents/html/tree.ts'
import { highlight } from './highlight.ts'
import { resolveLink } from './links.ts'
import { renderMarkdown } from './markdown.ts'
import { uniqueSlugs } from './slug.ts'

const pages = new Set(['index', 'start', 'errors', 'decisions/index', 'decisions/001-a', 'api/rillbox'])
const terms = new Map([['storage-full', 'https://github.com/rillbox/rillbox/blob/main/docs/errors.md#storage-full']])
const render = (text: string, from = 'docs/start.md') => renderMarkdown(text, { from, pages, ending: 'html', terms })

describe('a link', () => {
  test.each([
    ['docs/start.md', 'errors.md#a', 'errors.html#a'],
    ['docs/start.md', '#here', '#here'],
    ['docs/start.md', 'https://mswjs.io', 'https://mswjs.io'],
    ['docs/start.md', 'decisions/001-a.md', 'decisions/001-a.html'],
    ['docs/decisions/001-a.md', '../start.md', '../start.html'],
    ['docs/decisions/README.md', '001-a.md', '001-a.html'],
    ['docs/api/rillbox.md', 'https://github.com/rillbox/rillbox/blob/main/docs/errors.md#a', '../errors.html#a'],
    ['docs/start.md', 'https://github.com/rillbox/rillbox/tree/main/docs/decisions', 'decisions/index.html'],
    ['docs/start.md', '../README.md#use-it', 'https://github.com/rillbox/rillbox/blob/main/README.md#use-it'],
    ['docs/start.md', '../demo/app.html', '../app.html'],
  ])('in %s to %s leads to %s', (from, target, address) => {
    expect(resolveLink(target, { from, pages, ending: 'html' })).toBe(address)
  })
})

test('headings are named as on GitHub, and numbered where they repeat', () => {
  const slug = uniqueSlugs()
  expect(['`rillbox serve`', 'What it needs', "Node's test runner", 'What it needs'].map(slug)).toEqual([
    'rillbox-serve',
    'what-it-needs',
    'nodes-test-runner',
    'what-it-needs-1',
  ])
})

describe('a document', () => {
  test('gives its title, its first paragraph, its headings and its text in pieces', () => {
    const { title, description, headings, pieces } = render('# A `b`\n\nFirst *one*.\n\n## Next\n\nText\n\n```js\ncode()\n```\n')
    expect({ title, description }).toEqual({ title: 'A b', description: 'First one.' })
    expect(headings).toEqual([{ level: 2, id: 'next', text: 'Next' }])
    expect(pieces).toEqual([
      { heading: undefined, text: 'First one.\n' },
      { heading: headings[0], text: 'Text\ncode()\n\n' },
    ])
  })

  test('has the elements of blocks that have run in their places, and no comments', () => {
    const text = '# A\n\n<!-- note -->\n\n```js rillbox\na < b\n```\n\n- c\n\n  ```js\n  d\n  ```\n'
    const blocks = new Map([[5, element('div', {}, 'ran')]])
    const { html } = renderMarkdown(text, { from: 'docs/start.md', pages, ending: 'html', terms, blocks })
    expect(html).toContain('<h1 id="a">A</h1>\n<div>ran</div>\n<ul>')
    expect(html).toContain('<pre class="code"><code>d</code></pre>')
    expect(html).not.toContain('<!--')
  })

  test('leads from codes of errors to their places, but not inside of links', () => {
    expect(render('# A\n\nSee `storage-full`.').html).toContain('<a href="errors.html#storage-full"><code>storage-full</code></a>')
    expect(render('# A\n\n[see `storage-full`](start.md)').html).toContain('<a href="start.html">see <code>storage-full</code></a>')
  })

  test('has cells without styles, and no heading that names nothing', () => {
    const { html } = render('# A\n\n|  | b |\n| --- | ---: |\n| 1 | 2 |\n')
    expect(html).toContain('<td></td>')
    expect(html).toContain('<th class="to-right">b</th>')
    expect(html).not.toContain('style=')
  })
})

test.each([
  ['js', "const a = 'b' // c", '<span class="tok-keyword">const</span>'],
  ['ts', 'let a: string', '<span class="tok-name">string</span>'],
  ['json', '{ "a": 1 }', '<span class="tok-number">1</span>'],
  ['html', '<p title="a">', '<span class="tok-name">title</span>'],
  ['sh', 'npm i --save # now', '<span class="tok-comment"># now</span>'],
  ['', 'a < b', 'a &lt; b'],
])('tokens of %s are marked', (language, code, marked) => {
  expect(highlight(code, language)).toContain(marked)
})
