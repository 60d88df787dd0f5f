import { describe, expect, test } from 'vitest'
import { datedIn, notesOf, releaseIn, unreleasedIn } from './changelog.ts'
import { releaseProblems } from './problems.ts'
import { isLater, withLockedVersion, withVersion } from './version.ts'

const changelog = `# Changelog

## [Unreleased]

### Added

- Two hooks for React.

## [0.1.0] - 2026-01-02

### Added

- Everything.

[Unreleased]: https://github.com/rillbox/rillbox/compare/v0.1.0...HEAD
[0.1.0]: https://github.com/rillbox/rillbox/releases/tag/v0.1.0
`

describe('the changelog', () => {
  test('gives the unreleased entries to the new version', () => {
    const released = releaseIn(changelog, { version: '0.2.0', date: '2026-03-04' })
    expect(released).toContain(
      '## [Unreleased]\n\n## [0.2.0] - 2026-03-04\n\n### Added\n\n- Two hooks for React.\n\n## [0.1.0] - 2026-01-02\n',
    )
    expect(released).toContain(
      '[Unreleased]: https://github.com/rillbox/rillbox/compare/v0.2.0...HEAD\n' +
        '[0.2.0]: https://github.com/rillbox/rillbox/compare/v0.1.0...v0.2.0\n[0.1.0]: ',
    )
    expect(unreleasedIn(released)).toBe('')
    expect(notesOf(released, '0.2.0')).toBe('### Added\n\n- Two hooks for React.')
    expect(notesOf(released, '0.1.0')).toBe('### Added\n\n- Everything.')
  })

  test('dates the first version', () => {
    expect(datedIn('## [0.1.0]\n\nAll.\n', { version: '0.1.0', date: '2026-01-02' })).toBe('## [0.1.0] - 2026-01-02\n\nAll.\n')
  })

  test('knows the unreleased changes', () => {
    expect(unreleasedIn(changelog)).toBe('### Added\n\n- Two hooks for React.')
    expect(unreleasedIn('# Changelog\n\n## [Unreleased]\n\n[Unreleased]: x\n')).toBe('')
  })
})

test.each([
  ['0.1.0', '0.1.1', true],
  ['0.9.0', '0.10.0', true],
  ['0.1.0', '0.1.0', false],
  ['1.0.0', '0.9.9', false],
  ['1.0.0-rc.1', '1.0.0-rc.2', true],
  ['1.0.0-beta.3', '1.0.0-rc.1', true],
  ['1.0.0-rc.2', '1.0.0', true],
  ['1.0.0', '1.0.0-rc.3', false],
  ['0.1.0', 'v0.2.0', false],
  ['0.1.0', '0.2', false],
])('from %s to %s: %s', (present, next, later) => {
  expect(isLater(present, next)).toBe(later)
})

test('the manifest and the lock file get the version, and so does the script of the Worker', () => {
  const manifest = '{\n  "version": "0.1.0",\n  "default": "./dist/element/worker-0.1.0.js",\n  "acorn": "^0.1.0"\n}\n'
  expect(withVersion(manifest, '0.1.0', '0.2.0')).toBe(
    '{\n  "version": "0.2.0",\n  "default": "./dist/element/worker-0.2.0.js",\n  "acorn": "^0.1.0"\n}\n',
  )
  const lock = { name: 'rillbox', version: '0.1.0', packages: { '': { version: '0.1.0' }, 'node_modules/idb': { version: '0.1.0' } } }
  const locked = { ...lock, version: '0.2.0', packages: { '': { version: '0.2.0' }, 'node_modules/idb': { version: '0.1.0' } } }
  expect(JSON.parse(withLockedVersion(JSON.stringify(lock), '0.2.0'))).toEqual(locked)
})

describe('a release', () => {
  const ready = { status: '', branch: 'main', tags: ['v0.1.0'], present: '0.1.0', next: '0.2.0', unreleased: '- A' }

  test('can be made from a clean main with notes', () => {
    expect(releaseProblems(ready)).toEqual([])
    expect(releaseProblems({ ...ready, tags: [], next: '0.1.0', unreleased: '' })).toEqual([])
  })

  test.each([
    ['changes', { status: ' M README.md\n' }, /not committed:\n M README\.md$/],
    ['another branch', { branch: 'docs' }, /branch docs/],
    ['an earlier version', { next: '0.0.9' }, /does not come after 0\.1\.0/],
    ['the same version', { next: '0.1.0' }, /does not come after 0\.1\.0/],
    ['its tag', { tags: ['v0.1.0', 'v0.2.0'] }, /v0\.2\.0 is there/],
    ['no notes', { unreleased: '' }, /notes nothing/],
  ])('cannot be made with %s', (_what, other, problem) => {
    expect(releaseProblems({ ...ready, ...other }).join('\n')).toMatch(problem)
  })
})
