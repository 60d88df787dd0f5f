// The changelog is for users: few lines, each of whole sentences. A merge that leaves half of one behind is found.

import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { unreleasedIn } from '../release/changelog.ts'

/** Of what has not been released yet. */
const mostLines = 30

function problemsIn(text: string): string[] {
  const bullets = [...text.matchAll(/^- ([^]*?)(?=^- |^###|(?![^]))/gm)].map(([, bullet]) => bullet!.trim())
  const headings = [...text.matchAll(/^### (.*)$/gm)].map(([, heading]) => heading!)
  return [
    ...headings.filter((heading) => !['Added', 'Changed', 'Fixed', 'Removed'].includes(heading)),
    ...bullets.filter((bullet) => !/^(?:[A-Z]|`)/.test(bullet) || !bullet.endsWith('.')),
    // A sentence ends, and the next line goes on in the middle of another one.
    ...bullets.filter((bullet) => /\.\n\s+[a-z]/.test(bullet)),
    ...bullets.filter((bullet, at) => bullets.findIndex((other) => other.slice(0, 40) === bullet.slice(0, 40)) < at),
    ...(bullets.length > mostLines ? [`${bullets.length} lines`] : []),
  ]
}

test('what has not been released is told in few whole sentences', () => {
  const text = unreleasedIn(readFileSync(join(import.meta.dirname, '..', '..', 'CHANGELOG.md'), 'utf8'))
  expect(text).toContain('### ')
  expect(problemsIn(text)).toEqual([])
})

test.each([
  ['a line that begins in the middle', '### Fixed\n\n- and a projection that may not write.\n'],
  ['half a sentence behind a whole one', '### Fixed\n\n- A query waits.\n  and a projection handles none.\n'],
  ['a line without an end', '### Fixed\n\n- A query waits\n'],
  [
    'a line that stands twice',
    '### Fixed\n\n- Of a member that an event in a list has twice, one counts.\n- Of a member that an event in a list has twice, both count.\n',
  ],
  ['a heading of its own', '### Repaired\n\n- A query waits.\n'],
])('finds %s', (_, text) => expect(problemsIn(text)).toHaveLength(1))
