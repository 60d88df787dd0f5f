// The documents in the package: their links lead to files that are in it, or to the repository, where npm's page looks for them.

import { existsSync, readFileSync } from 'node:fs'
import { join, posix } from 'node:path'
import { describe, expect, test } from 'vitest'
import { packedFiles } from './unpack.ts'

const root = join(import.meta.dirname, '..', '..')
const { repository, homepage, bugs } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as {
  readonly repository: { readonly url: string }
  readonly homepage: string
  readonly bugs: string
}
const address = /^git\+(https:.*)\.git$/.exec(repository.url)![1]!
/** npm shows them from the repository: they would be a third of the package. */
const pictures = 'docs/pictures/'

const files = packedFiles()
const documents = files.filter((file) => file.endsWith('.md') && !file.startsWith('dist/'))

/** Links and pictures, in Markdown or HTML, except in code. */
const targetsIn = (file: string): string[] => {
  const prose = readFileSync(join(root, file), 'utf8').replace(/^( *)```[\s\S]*?^\1```$|`[^`\n]*`/gm, '')
  return [...prose.matchAll(/\]\(([^)\s]+)\)|\b(?:href|src|srcset)="([^"]+)"/g)].map(([, markdown, html]) => (markdown ?? html)!)
}
const links = documents.flatMap((from) => targetsIn(from).map((to) => ({ from, to })))

/** Headings as GitHub and npm name them. */
const anchorsOf = (file: string): string[] =>
  [...readFileSync(join(root, file), 'utf8').matchAll(/^#+ (.*)$/gm)].map(([, heading]) =>
    heading!
      .toLowerCase()
      .replace(/[^\p{L}\p{N} _-]/gu, '')
      .replaceAll(' ', '-'),
  )

test('the manifest says where the project lives', () => {
  expect([homepage, bugs]).toEqual([`${address}#readme`, `${address}/issues`])
})

describe('a link of a packed document', () => {
  test('is found', () => {
    expect(documents).toEqual(expect.arrayContaining(['README.md', 'docs/scenario.md']))
    expect(links).toEqual(expect.arrayContaining([{ from: 'README.md', to: 'docs/scenario.md' }]))
    expect(links.filter(({ to }) => to.startsWith(pictures)).length).toBeGreaterThan(2)
  })

  test('leads to a packed file and to a heading in it, or to a picture, where it is relative', () => {
    const dead = links.filter(({ from, to }) => {
      if (/^https?:/.test(to)) return false
      const [path, anchor] = to.split('#')
      const file = path ? posix.join(posix.dirname(from), path) : from
      if (file.startsWith(pictures)) return !existsSync(join(root, file))
      return !files.includes(file) || (anchor !== undefined && !anchorsOf(file).includes(anchor))
    })
    expect(dead).toEqual([])
  })

  test('leads to something of this repository, where it names it', () => {
    const named = new RegExp(`^${address}/(?:blob|tree)/main/([^#]+)`)
    const paths = links.flatMap(({ to }) => named.exec(to)?.[1] ?? [])
    expect(paths).toEqual(expect.arrayContaining(['CONTRIBUTING.md']))
    expect(paths.filter((path) => !existsSync(join(root, path)))).toEqual([])
  })
})
