// The documents name files that are there, so that a file which moves takes its name in them along.

import { existsSync, readFileSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'

const root = join(import.meta.dirname, '..', '..')
const documents = ['README.md', ...readdirSync(join(root, 'docs'), { recursive: true, encoding: 'utf8' }).map((file) => join('docs', file))]

const named = documents
  // Files named in hosts.md belong to an application.
  .filter((file) => file.endsWith('.md') && !file.endsWith('hosts.md'))
  .flatMap((file) =>
    [...readFileSync(join(root, file), 'utf8').matchAll(/`((?:src|scripts|e2e|bench|demo)\/[\w./-]+\.\w+)`/g)].map(([, path]) => ({
      file,
      path: path!,
    })),
  )

test('files that documents name are there', () => {
  expect(named.map(({ file }) => file)).toEqual(expect.arrayContaining([join('docs', 'architecture.md')]))
  expect(named.filter(({ path }) => !existsSync(join(root, path)))).toEqual([])
})

test('relative links in the documents lead somewhere', () => {
  const links = documents
    .filter((file) => file.endsWith('.md'))
    .flatMap((file) =>
      [...readFileSync(join(root, file), 'utf8').matchAll(/\]\((?!https?:)([^)#]+)[^)]*\)/g)].map(([, target]) =>
        join(root, file, '..', target!),
      ),
    )
  expect(links.length).toBeGreaterThan(0)
  expect(links.filter((target) => !existsSync(target))).toEqual([])
})

test('SECURITY.md names every package that this one depends on', () => {
  const { dependencies } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as {
    dependencies: Readonly<Record<string, string>>
  }
  const text = readFileSync(join(root, 'SECURITY.md'), 'utf8')
  expect(Object.keys(dependencies).filter((name) => !text.includes(`\`${name}\``))).toEqual([])
})
