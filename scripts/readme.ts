// Takes the examples out of README.md, with what they say they print.

import { readFileSync } from 'node:fs'
import { join } from 'node:path'

export interface Example {
  /** Line of README.md that it begins at, from 1. */
  readonly line: number
  readonly code: string
  /** What comments behind `console.log(…)` promise, in order. */
  readonly prints: readonly string[]
  readonly place: 'node' | 'browser' | 'playwright'
}

/** Every block of TypeScript. One that imports nothing continues the block before it. */
export function readExamples(text = readFileSync(join(import.meta.dirname, '..', 'README.md'), 'utf8')): Example[] {
  const examples: Example[] = []
  for (const { index, 1: code = '' } of text.matchAll(/^```ts\n([\s\S]*?)^```$/gm)) {
    const before = /^import |\bimport\('/m.test(code) ? undefined : examples.pop()
    const whole = (before?.code ?? '') + code
    examples.push({
      line: before?.line ?? text.slice(0, index).split('\n').length,
      code: whole,
      prints: [...whole.matchAll(/console\.log\(.*\) \/\/ (.*)$/gm)].map(([, printed]) => printed!),
      place: whole.includes("'rillbox/browser'") ? 'browser' : whole.includes("'rillbox/playwright'") ? 'playwright' : 'node',
    })
  }
  return examples
}
