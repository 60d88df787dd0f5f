import { describe, expect, test } from 'vitest'
import { readEntry } from './declarations.ts'
import { readDocComment } from './doc-comment.ts'
import { referencePage } from './page.ts'

const declarations = new Map([
  [
    'index.ts',
    `export type { Shape as Form } from './shapes/shape.ts';
export { draw } from './shapes/draw.ts';
export * from './other.ts';
export declare class Pen {
    #private;
    /** In pixels. */
    width: number;
}
`,
  ],
  [
    'shapes/shape.ts',
    `/** What is drawn. */
export interface Shape {
    /** How many
     * corners | edges. Default: 3. */
    readonly corners?: number;
    scale(by: import('./factor.ts').Factor): void;
}
`,
  ],
  [
    'shapes/draw.ts',
    `import type { Shape } from './shape.ts';
/**
 * Draws it.
 *
 * @param shape what to draw,
 *   once.
 * @throws StoreError \`storage-full\`.
 */
export declare const draw: (shape: Shape) => void;
`,
  ],
])

test('an entry lists its exports under their names, with signatures, comments and members', () => {
  const { exports, includes } = readEntry(declarations, 'index.ts', 'Draws.')
  expect(includes).toEqual(['other.ts'])
  expect(exports.map(({ name, kind }) => [name, kind])).toEqual([
    ['Form', 'type'],
    ['draw', 'function'],
    ['Pen', 'class'],
  ])
  expect(exports[0]).toMatchObject({
    comment: { text: 'What is drawn.' },
    members: [
      { signature: 'readonly corners?: number', comment: { text: 'How many\ncorners | edges. Default: 3.' } },
      { signature: 'scale(by: Factor): void', comment: { text: '' } },
    ],
  })
  expect(exports[2]?.members.map(({ signature }) => signature)).toEqual(['width: number'])
})

test('an export that is not there is named', () => {
  const broken = new Map([...declarations, ['index.ts', "export { paint } from './shapes/draw.ts';"]])
  expect(() => readEntry(broken, 'index.ts', '')).toThrow('shapes/draw.ts exports no paint.')
})

test('the page of an entry is Markdown', async () => {
  const entry = readEntry(declarations, 'index.ts', 'Draws.')
  const page = await referencePage({ name: 'rillbox/draw', entry, includes: [{ name: 'rillbox', file: 'rillbox.md' }] })
  expect(page).toContain('# rillbox/draw\n\nDraws.\n\nIt also exports everything of [`rillbox`](rillbox.md).\n\n## Functions\n\n### draw\n')
  expect(page).toContain(
    '```ts\nconst draw: (shape: Shape) => void\n```\n\n- `shape`: what to draw, once.\n- Throws StoreError `storage-full`.\n',
  )
  expect(page).toContain('| `corners?: number` | How many corners \\| edges. Default: 3. |')
})

describe('a comment', () => {
  test('is taken apart by its tags, but not at addresses', () => {
    expect(readDocComment('* Sends to me@example.org.\n * @returns nothing\n * @example\n * ```ts\n * send()\n * ```\n ')).toEqual({
      text: 'Sends to me@example.org.',
      tags: [
        { name: 'returns', text: 'nothing' },
        { name: 'example', text: '```ts\nsend()\n```' },
      ],
    })
  })

  test('to the compiler is none', () => {
    expect(readDocComment(' @ts-ignore -- elsewhere').text).toBe('')
  })
})
