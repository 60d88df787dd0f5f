// Extracts the examples of a document, with the output they promise.

import { readFileSync } from 'node:fs'
import { join } from 'node:path'

export interface Example {
  /** The document, from the root of the project. */
  readonly file: string
  /** Line that it begins at, from 1. */
  readonly line: number
  readonly code: string
  /** Output promised by comments behind `console.log(…)`, in order. */
  readonly prints: readonly string[]
  readonly place: 'node' | 'browser' | 'playwright'
}

/** A comment before a block holds declarations that a compiler needs and a reader does not. */
const blocks = /^(?:<!-- given: (?<given>.*) -->\n+)?```ts\n(?<code>[\s\S]*?)^```$/gm

/** Every block of TypeScript. One that imports nothing, and is given nothing, continues the block before it. */
export function readExamples(file = 'README.md', text = readFileSync(join(import.meta.dirname, '..', '..', file), 'utf8')): Example[] {
  const examples: Example[] = []
  for (const { index, groups } of text.matchAll(blocks)) {
    const { given, code = '' } = groups!
    const own = given === undefined ? code : `${given}\n${code}`
    const before = given === undefined && !/^import |\bimport\('/m.test(code) ? examples.pop() : undefined
    const whole = (before?.code ?? '') + own
    examples.push({
      file,
      line: before?.line ?? text.slice(0, index).split('\n').length,
      code: whole,
      prints: [...whole.matchAll(/console\.log\(.*\) \/\/ (.*)$/gm)].map(([, printed]) => printed!),
      place: whole.includes("'rillbox/browser'") ? 'browser' : whole.includes("'rillbox/playwright'") ? 'playwright' : 'node',
    })
  }
  return examples
}

/** Documents whose examples run, with the output that they promise; the others are type-checked. */
export const runDocuments = [
  'README.md',
  'docs/start.md',
  'docs/store.md',
  'docs/queries.md',
  'docs/errors.md',
  'docs/guides/tests.md',
] as const

/** A name for a file with it. */
export const exampleName = ({ file, line }: Pick<Example, 'file' | 'line'>): string =>
  `${file.replace(/\.md$/, '').replaceAll('/', '-').toLowerCase()}-line-${line}`
