// A release, made in a clone: version, changelog, build, the trial of the publication, commit and tag. Nothing leaves the machine.

import { execFileSync, spawnSync } from 'node:child_process'
import { existsSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'

const root = join(import.meta.dirname, '..', '..')
const clone = mkdtempSync(join(tmpdir(), 'rillbox-release-'))
const read = (file: string): string => readFileSync(join(clone, file), 'utf8')
const git = (...args: string[]): string =>
  execFileSync('git', ['-c', 'user.name=Tester', '-c', 'user.email=tester@example.org', ...args], { cwd: clone, encoding: 'utf8' }).trim()
const identity = { GIT_AUTHOR_NAME: 'Tester', GIT_AUTHOR_EMAIL: 'tester@example.org' }
const env = { ...process.env, ...identity, GIT_COMMITTER_NAME: 'Tester', GIT_COMMITTER_EMAIL: 'tester@example.org' }
const release = (version: string) =>
  spawnSync(process.execPath, [join(clone, 'scripts', 'release.ts'), version], { cwd: clone, encoding: 'utf8', env })

beforeAll(() => {
  execFileSync('git', ['clone', '--quiet', root, clone])
  symlinkSync(join(root, 'node_modules'), join(clone, 'node_modules'), 'junction')
  git('checkout', '--quiet', '-B', 'main')
  const changelog = read('CHANGELOG.md').replace('## [Unreleased]\n', '## [Unreleased]\n\n### Fixed\n\n- A thing that was wrong.\n')
  writeFileSync(join(clone, 'CHANGELOG.md'), changelog)
})

afterAll(() => rmSync(clone, { recursive: true, force: true }))

test('is refused where something is not committed, and then changes nothing', () => {
  const { status, stderr } = release('99.0.0')
  expect(status).toBe(1)
  expect(stderr).toContain('There are changes that are not committed:\n M CHANGELOG.md')
  expect(git('tag', '--list', 'v99*')).toBe('')
})

test('makes a version that could be published', { timeout: 900_000 }, () => {
  git('commit', '--all', '--quiet', '--message', 'Note a thing')
  const before = git('rev-parse', 'HEAD')
  const { status, stdout, stderr } = release('99.0.0')
  expect({ status, stderr: status === 0 ? '' : stderr }).toEqual({ status: 0, stderr: '' })
  expect(stdout + stderr).toContain('rillbox@99.0.0')
  expect(stdout).toContain('git push --follow-tags')

  expect(JSON.parse(read('package.json'))).toMatchObject({ version: '99.0.0' })
  expect(JSON.parse(read('package-lock.json'))).toMatchObject({ version: '99.0.0', packages: { '': { version: '99.0.0' } } })
  expect(existsSync(join(clone, 'dist', 'element', 'worker-99.0.0.js'))).toBe(true)
  expect(read('CHANGELOG.md')).toMatch(/## \[Unreleased\]\n\n## \[99\.0\.0\] - \d{4}-\d\d-\d\d\n\n### Fixed\n\n- A thing that was wrong\./)

  expect(git('log', '-1', '--format=%s %P')).toBe(`Release 99.0.0 ${before}`)
  expect(git('status', '--porcelain')).toBe('')
  expect(git('tag', '--list', '--format=%(contents)', 'v99.0.0')).toContain('A thing that was wrong.')
  expect(git('ls-remote', '--tags', 'origin', 'v99.0.0')).toBe('')
})

test('is not made twice', () => {
  const { status, stderr } = release('99.0.0')
  expect(status).toBe(1)
  expect(stderr).toContain('The tag v99.0.0 is there already.')
})
