import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { joinSections, readSections, withPacked } from './documented.ts'
import { hosts } from './hosts.ts'

const file = (name: string, code: string, language = 'js') => `${name}:\n\n\`\`\`${language}\n${code}\n\`\`\`\n`

describe('a page', () => {
  test('gives commands and files of each section, up to the next heading', () => {
    const text = `# Page\n\n## One\n\n\`\`\`sh\nnpm install a\nnpx b\n\`\`\`\n\n${file('`a.js`', 'a()')}\n### Two\n\n${file('Before. In `src/b.js`, first', 'b()')}`
    expect(readSections(text)).toEqual(
      new Map([
        ['One', { commands: ['npm install a', 'npx b'], files: { 'a.js': 'a()\n' } }],
        ['Two', { commands: [], files: { 'src/b.js': 'b()\n' } }],
      ]),
    )
  })

  test('names the file of a block in the last sentence before it, not in an earlier one', () => {
    expect(() => readSections(`## One\n\n${file('Unlike `a.js`. So', 'a()')}`)).toThrow('line 5 of docs/hosts.md has no file')
  })

  test('may not have a block that is never tried, nor two sections of one name', () => {
    expect(() => readSections('## One\n\nSome words.\n\n```js\na()\n```\n')).toThrow('has no file')
    expect(() => readSections('## One\n## One\n')).toThrow('two sections "One"')
  })

  test('joins several sections; the later one wins', () => {
    const sections = readSections(
      `## One\n\n\`\`\`sh\na\n\`\`\`\n\n${file('`a.js`', '1')}\n${file('`b.js`', '1')}\n## Two\n\n\`\`\`sh\nb\n\`\`\`\n\n${file('`b.js`', '2')}`,
    )
    expect(joinSections(sections, ['One', 'Two'])).toEqual({ commands: ['a', 'b'], files: { 'a.js': '1\n', 'b.js': '2\n' } })
    expect(() => joinSections(sections, ['Three'])).toThrow('no section "Three"')
  })
})

test('the packed package takes the place of the published one in installs only', () => {
  expect(withPacked('npm install -D rillbox msw', '/tmp/r.tgz')).toBe('npm install -D /tmp/r.tgz msw')
  expect(withPacked('pnpm add -D rillbox', '/tmp/r.tgz')).toBe('pnpm add -D /tmp/r.tgz')
  expect(withPacked('npx rillbox init public', '/tmp/r.tgz')).toBe('npx rillbox init public')
  expect(withPacked('npx esbuild query-worker=rillbox/worker', '/tmp/r.tgz')).toBe('npx esbuild query-worker=rillbox/worker')
})

describe('docs/hosts.md', () => {
  const text = readFileSync(join(import.meta.dirname, '..', '..', 'docs', 'hosts.md'), 'utf8')
  const sections = readSections(text)

  test('has the sections of every host, and every section with lines has a host', () => {
    for (const { sections: names } of hosts) expect(() => joinSections(sections, names)).not.toThrow()
    const tried = new Set(hosts.flatMap(({ sections }) => sections))
    const given = [...sections].filter(([, { commands, files }]) => commands.length || Object.keys(files).length).map(([name]) => name)
    expect(given.filter((name) => !tried.has(name))).toEqual([])
  })

  test('names the versions that are tried', () => {
    const versions = hosts.flatMap(({ project, tools = {} }) => {
      const path = join(import.meta.dirname, 'projects', project, 'package.json')
      const { dependencies, devDependencies } = JSON.parse(readFileSync(path, 'utf8')) as Record<string, Record<string, string> | undefined>
      return Object.entries({ ...dependencies, ...devDependencies, ...tools }).map(([name, version]) => `${name} ${version}`)
    })
    const names: Readonly<Record<string, string>> = {
      Playwright: '@playwright/test',
      Rspack: '@rspack/core',
      SvelteKit: '@sveltejs/kit',
      Angular: '@angular/core',
      Docusaurus: '@docusaurus/core',
      Emmett: '@event-driven-io/emmett-esdb',
      'msw 2 beside': 'msw',
      'msw 3 beside': 'msw',
    }
    const rows = [...text.matchAll(/^\| \[(.+?)\]\(#.*?\) +\| (\d+\.\d+\.\d+) /gm)]
    expect(rows.length).toBeGreaterThan(10)
    for (const [, name, version] of rows) expect(versions).toContain(`${names[name!] ?? name!.toLowerCase()} ${version}`)
  })

  test('has figures of every host', () => {
    const measured = [...text.matchAll(/^\| ([\w-]+) +\| +(?:[\d.]+ s )?\| +[\d.]+ s \| +passes \|/gm)].map(([, name]) => name)
    // The check of the package as published is no host, and recipes in other languages have pages of their own.
    expect(measured).toEqual(hosts.filter(({ sections }) => sections.length > 0).map(({ name }) => name))
  })

  test('is tried with existing projects, each host under its own name', () => {
    for (const { project } of hosts) expect(existsSync(join(import.meta.dirname, 'projects', project))).toBe(true)
    expect(new Set(hosts.map(({ name }) => name)).size).toBe(hosts.length)
  })
})
