import { existsSync, readFileSync, readdirSync } from 'node:fs'
import { join, posix } from 'node:path'
import MiniSearch from 'minisearch'
import { beforeAll, describe, expect, test } from 'vitest'
import type { SearchPart } from '../../demo/documentation/search/parts.ts'
import { findParts, indexOptions } from '../../demo/documentation/search/parts.ts'
import { defaultSettings } from '../../src/base/settings.ts'
import type { Documentation } from './documentation.ts'
import { makeDocumentation, relink } from './documentation.ts'
import { referencePages } from './reference/read.ts'
import { readErrorCodes } from './terms.ts'

const root = join(import.meta.dirname, '..', '..')
const manifest = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as {
  readonly engines: { readonly node: string }
  readonly browserslist: readonly string[]
  readonly peerDependencies: Readonly<Record<string, string>>
}

let site: Documentation
beforeAll(async () => {
  site = await makeDocumentation(root, await referencePages(root))
}, 120_000)

const idsIn = (html: string): Set<string> => new Set([...html.matchAll(/\bid="([^"]+)"/g)].map(([, id]) => id!))
const pageAt = (path: string): string => site.html.get(path) ?? ''

/** Addresses in pages that are there already, for example the playground. */
const isOnSite = (path: string): boolean =>
  site.html.has(path) || site.files.has(path) || existsSync(join(root, 'demo', path)) || path.startsWith('docs/pictures/')

describe('the pages', () => {
  test('lead to pages and places that are there', () => {
    const dead: string[] = []
    for (const [path, html] of site.html) {
      const own = idsIn(html)
      for (const [, target = ''] of html.matchAll(/\b(?:href|src|srcset)="([^"]*)"/g)) {
        if (/^(?:https?|data):/.test(target)) continue
        const [to = '', anchor] = target.split('#')
        const file = to === '' ? path : posix.join(posix.dirname(path), to)
        const ids = to === '' ? own : idsIn(pageAt(file))
        const isThere = isOnSite(file) && (anchor === undefined || !file.startsWith('docs/') || ids.has(anchor))
        if (!isThere) dead.push(`${path}: ${target}`)
      }
    }
    expect(site.html.size).toBeGreaterThan(50)
    expect(dead).toEqual([])
  })

  test('lead to files of the repository that are there', () => {
    const named = [...site.html.values()].flatMap((html) => [
      ...html.matchAll(/href="https:\/\/github\.com\/rillbox\/rillbox\/(?:blob|edit)\/main\/([^"#]+)/g),
    ])
    expect(named.length).toBeGreaterThan(10)
    expect(named.map(([, file]) => file!).filter((file) => !existsSync(join(root, file)))).toEqual([])
  })

  test('have one title each, and name no place twice', () => {
    const wrong = [...site.html].filter(([, html]) => {
      const ids = [...html.matchAll(/\bid="([^"]+)"/g)].map(([, id]) => id)
      return html.match(/<h1\b/g)?.length !== 1 || new Set(ids).size !== ids.length
    })
    expect(wrong.map(([path]) => path)).toEqual([])
  })

  test('have one name, in the menu and above their text', () => {
    const named = site.sections.flatMap(({ pages }) => pages).filter(({ path, source }) => source.kind === 'file' && path !== 'index')
    const titles = new Map(site.pages.map(({ page, rendered }) => [page.path, rendered.title]))
    expect(named.length).toBeGreaterThan(20)
    expect(named.filter(({ path, label }) => titles.get(path) !== label).map(({ path, label }) => `${path}: ${label}`)).toEqual([])
  })

  test('load nothing from elsewhere, and have neither inline scripts nor styles', () => {
    const foreign = /<(?:script|img|link|source|iframe)\b[^>]*\b(?:src|srcset|href)="(?:https?:)?\/\//
    const inline = /<script(?![^>]*\bsrc=)[^>]*>|<style|\sstyle="|\son\w+="/
    expect([...site.html].filter(([, html]) => foreign.test(html) || inline.test(html)).map(([path]) => path)).toEqual([])
  })

  test('include every document', () => {
    const documents = readdirSync(join(root, 'docs'), { recursive: true, encoding: 'utf8' }).filter((file) => file.endsWith('.md'))
    const shown = new Set(site.pages.flatMap(({ page }) => (page.source.kind === 'file' ? [page.source.file] : [])))
    expect(documents.map((file) => `docs/${file}`).filter((file) => !shown.has(file))).toEqual([])
  })

  test('run playgrounds in every guide', () => {
    // Back ends and assistants run in processes of their own.
    const guides = site.pages.filter(
      ({ page }) => page.path.startsWith('guides/') && !/back-ends|control|containers|recipes|assistants/.test(page.path),
    )
    expect(guides).toHaveLength(4)
    expect(guides.filter(({ isLive }) => !isLive)).toEqual([])
  })
})

describe('the plain files', () => {
  test('hold every page as Markdown, with links between them', () => {
    expect(site.pages.map(({ page }) => `docs/${page.path}.md`).filter((path) => !site.files.has(path))).toEqual([])
    const dead = [...site.files]
      .filter(([path]) => path.endsWith('.md'))
      .flatMap(([path, text]) => {
        const prose = text.replace(/^( *)```[\s\S]*?^\1```$|`[^`\n]*`/gm, '')
        const targets = [...prose.matchAll(/\]\(([^)\s#]+)/g)].map(([, target]) => target!)
        const missing = targets.filter((target) => !/^https?:/.test(target) && !isOnSite(posix.join(posix.dirname(path), target)))
        return missing.map((target) => `${path}: ${target}`)
      })
    expect(dead).toEqual([])
  })

  test('list all pages of the menu for language models', () => {
    const listed = [...site.files.get('llms.txt')!.matchAll(/\]\((\S+)\)/g)].map(([, address]) => address!)
    const paths = site.sections.flatMap(({ pages }) => pages.map(({ path }) => `docs/${path}.md`))
    expect(listed).toEqual(paths)
    expect(listed.filter((address) => !site.files.has(address))).toEqual([])
  })

  test('relink, but not in code', () => {
    const text = 'A [b](c.md#d) and `[e](f.md)`.\n\n```md\n[g](h.md)\n```\n'
    expect(relink(text, (target) => `x/${target}`)).toBe(text.replace('c.md#d', 'x/c.md#d'))
  })
})

describe('the search', () => {
  let index: MiniSearch<SearchPart>
  beforeAll(() => {
    index = MiniSearch.loadJSON(site.files.get('docs/search.json')!, indexOptions)
  })
  const found = (words: string): string[] => findParts(index, words).map(({ address }) => address)

  test.each([
    ['storage-evicted', 'errors.html#storage-evicted'],
    ['toHaveReceivedInOrder', 'playwright.html#matchers'],
    ['snapshot restore', 'store.html#snapshot-and-restore'],
    ['repeatableEnvironment', 'api/rillbox.html#repeatableenvironment'],
    // As people ask.
    ['freeze the clock', 'guides/tests.html#freeze-and-advance-the-clock'],
    ['how do I append an event', 'guides/front-end.html#append-events-and-see-conflicts'],
    ['run offline', 'guides/front-end.html'],
    ['compare two states', 'guides/faq.html#how-do-i-compare-two-states'],
    ['use it in Playwright', 'guides/tests.html'],
    ['why is my state empty', 'guides/faq.html#why-is-the-state-of-my-projection-empty'],
    ['reset the store', 'store.html#seed-reset-and-clear'],
    ['what is not supported', 'server/deviations.html#parts-that-are-not-supported'],
    ['credentials', 'guides/faq.html#what-are-the-default-user-and-password'],
    ['delete a stream', 'guides/faq.html#how-do-i-delete-a-stream'],
    // Other forms of a word, and other words than the page's.
    ['reset between tests', 'guides/tests.html'],
    ['listening to new events', 'live-events.html'],
    ['my projection is faulted', 'errors.html#projection-faulted'],
    ['embed a playground in my docs', 'guides/docs.html#embed-a-playground-in-a-page'],
    ['pause time', 'guides/control.html#time'],
    ['optimistic concurrency', 'guides/front-end.html#append-events-and-see-conflicts'],
    ['stub the network', 'guides/front-end.html#simulate-errors-latency-and-offline'],
    ['change the colours', 'playground.html#themes-colours-and-fonts'],
    ['use with docker', 'guides/containers.html#a-container'],
    ['apend an event', 'start.html#append-an-event'],
    ['which password', 'guides/faq.html#what-are-the-default-user-and-password'],
    ['order of requests', 'guides/faq.html#how-do-i-check-the-order-of-requests'],
    ['maxAge', 'guides/faq.html#when-do-events-expire'],
    ['events expire', 'guides/faq.html#when-do-events-expire'],
    ['store-closed', 'errors.html#storage-closed'],
  ])('“%s” is answered by the first hit', (words, address) => {
    expect(found(words)[0]).toBe(`docs/${address}`)
  })

  test('users’ pages come before records of decisions, which are there', () => {
    const all = found('append an event')
    const decisions = all.flatMap((address, at) => (address.startsWith('docs/decisions/') ? [at] : []))
    expect(decisions.length).toBeGreaterThan(0)
    expect(Math.min(...decisions)).toBeGreaterThan(12)
  })

  test('a word that nobody wrote finds nothing', () => {
    expect(found('xyzzyxyzzy')).toEqual([])
    expect(found('the of')).toEqual([])
  })
})

describe('the codes of errors', () => {
  const codes = readErrorCodes(root)

  test('each have their place', () => {
    const places = [...readFileSync(join(root, 'docs', 'errors.md'), 'utf8').matchAll(/^### (.*)$/gm)].map(([, heading]) => heading!)
    expect(codes.length).toBeGreaterThan(15)
    expect(places.toSorted()).toEqual(codes.toSorted())
  })

  test('say what happened and what to do', () => {
    const parts = readFileSync(join(root, 'docs', 'errors.md'), 'utf8')
      .split(/^### /m)
      .slice(1)
    expect(parts.filter((part) => !/\*\*What happened\.\*\* [\s\S]+\*\*What to do\.\*\* /.test(part))).toEqual([])
  })

  test('are thrown by the sources', () => {
    const files = readdirSync(join(root, 'src'), { recursive: true, encoding: 'utf8' }).filter((file) =>
      /(?<!\.(?:test|contract|fixture))\.ts$/.test(file),
    )
    const text = files
      .filter((file) => !file.endsWith('base/errors.ts'))
      .map((file) => readFileSync(join(root, 'src', file), 'utf8'))
      .join('\n')
    expect(codes.filter((code) => !new RegExp(`StoreError\\(\\s*'${code}'`).test(text))).toEqual([])
  })

  test('lead there from every page that names them', () => {
    expect(pageAt('docs/api/rillbox-browser.html')).toContain('<a href="../errors.html#setup-worker-missing"><code>')
  })
})

describe('the reference', () => {
  test.each(['rillbox', 'rillbox/node', 'rillbox/server', 'rillbox/testing', 'rillbox/vite'])(
    'describes every export of %s',
    { timeout: 60_000 },
    async (name) => {
      const exports = Object.keys((await import(name)) as object).filter((each) => each !== 'default')
      const described = [name, 'rillbox'].map((entry) => pageAt(`docs/api/${entry.replaceAll('/', '-')}.html`)).join('')
      expect(exports.length).toBeGreaterThan(0)
      expect(exports.filter((each) => !described.includes(`<h3 id="${each.toLowerCase()}">`))).toEqual([])
    },
  )

  test('has its sources in pages of the documentation: users do not have the specifications', () => {
    const pages = [...site.html].filter(([path]) => path.startsWith('docs/api/'))
    expect(pages.length).toBeGreaterThan(5)
    const cited = pages.flatMap(([path, text]) => [...text.matchAll(/[^<>]*§[^<>]*/g)].map(([sentence]) => `${path}: ${sentence.trim()}`))
    expect(cited).toEqual([])
  })

  test('says the default of every setting', () => {
    const part = /<h3 id="settings">[\s\S]*?(?=<h3 )/.exec(pageAt('docs/api/rillbox.html'))![0]
    const rows = [...part.matchAll(/<tr>[\s\S]*?<\/tr>/g)].map(([row]) => row).filter((row) => row.includes('<td>'))
    const told = rows.map((row) => [
      /<code>(\w+)\??:/.exec(row)?.[1],
      /Default: (?:<code>([^<]*)<\/code>|(\w+))/
        .exec(row)
        ?.slice(1)
        .find((each) => each !== undefined),
    ])
    // A setting that follows another one, the release or the request has no value of its own.
    const follow = new Set(Object.entries(defaultSettings).flatMap(([name, value]) => (value === undefined ? [name] : [])))
    expect(told.map(([name]) => name)).toEqual(Object.keys(defaultSettings))
    expect(told.filter(([, value]) => value === undefined)).toEqual([])
    const fixed = Object.entries(defaultSettings).filter(([name]) => !follow.has(name))
    expect(told.filter(([name]) => !follow.has(name!))).toEqual(fixed.map(([name, value]) => [name, String(value)]))
  })

  test('describes types, members and functions of the query language', () => {
    const page = pageAt('docs/api/rillbox.html')
    expect(page).toContain('<h3 id="storeoptions">')
    expect(page).toContain('<code>faultSeed?: number</code>')
    expect(pageAt('docs/api/rillbox-query-language.html')).toContain('<h3 id="fromcategory">')
  })
})

test('the needed versions are those of the manifest, and stand in one place', () => {
  const table = /^## Requirements\n([\s\S]*?)\n(?=[^|\n])/m.exec(readFileSync(join(root, 'docs', 'start.md'), 'utf8'))![1]!
  const browsers = Object.fromEntries(manifest.browserslist.map((line) => line.split(' >= ') as [string, string]))
  expect(table).toContain(`Chrome and Edge ${browsers['chrome']}, Firefox ${browsers['firefox']}, Safari ${browsers['safari']}, or newer`)
  expect(table).toContain(`| ${manifest.engines.node.replace('>=', '')} or newer`)
  for (const peer of ['@playwright/test', 'vite'])
    expect(table).toContain(`| ${manifest.peerDependencies[peer]!.replace('>=', '')} or newer`)
  const others = readdirSync(join(root, 'docs'), { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('.md') && file !== 'start.md' && !file.startsWith('decisions'))
    .map((file) => `docs/${file}`)
  const repeated = ['README.md', ...others].filter((file) =>
    /Safari 17|Firefox 124|Node\s+22\.13/.test(readFileSync(join(root, file), 'utf8')),
  )
  expect(repeated).toEqual([])
})
