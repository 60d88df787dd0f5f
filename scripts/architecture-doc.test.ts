import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'

const root = join(import.meta.dirname, '..')

test('docs/architecture.md names only files and folders that are there', () => {
  const text = readFileSync(join(root, 'docs', 'architecture.md'), 'utf8')
  const named = [...text.matchAll(/`([\w./-]+(?:\.ts|\/))`/g)].map(([, path]) => path!)
  expect(named.length).toBeGreaterThan(20)
  expect(named.filter((path) => !existsSync(join(root, 'src', path)))).toEqual([])
})

test('relative links in the documents lead somewhere', () => {
  const links = ['README.md', 'docs/architecture.md', 'docs/playground.md'].flatMap((file) =>
    [...readFileSync(join(root, file), 'utf8').matchAll(/\]\((?!https?:)([^)#]+)[^)]*\)/g)].map(([, target]) =>
      join(root, file, '..', target!),
    ),
  )
  expect(links.length).toBeGreaterThan(0)
  expect(links.filter((target) => !existsSync(target))).toEqual([])
})
