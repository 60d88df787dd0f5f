// Finds the blocks of code in a document, and says what is wrong with those that can be parsed.

import { spawnSync } from 'node:child_process'
import { basename } from 'node:path'
import { parser as css } from '@lezer/css'
import type { Tree } from '@lezer/common'
import { parser as html } from '@lezer/html'
import { parseSync } from 'vite'
import { parseDocument } from 'yaml'
import { readInfoString } from '../../src/documents/blocks/info-string.ts'
import { fencesOf } from '../../src/documents/markdown/fences.ts'

export interface CodeBlock {
  /** From 1. */
  readonly line: number
  /** Empty for output, usage and other text. */
  readonly language: string
  readonly code: string
  /** Why it cannot be checked: a comment before it says so. */
  readonly unchecked: string | undefined
  /** The scenario whose query it shows. */
  readonly live: string | undefined
}

export function readCodeBlocks(text: string): CodeBlock[] {
  const lines = text.split('\n')
  return fencesOf(text).map(({ line, info, code }) => {
    const read = readInfoString(info)
    const scenario = read.kind === 'query' ? read.options.scenario : undefined
    return {
      line,
      language: info.split(' ')[0]!,
      code,
      unchecked: /<!-- not checked: (.*) -->/.exec(above(lines, line))?.[1],
      live: scenario === undefined ? undefined : basename(scenario, '.json'),
    }
  })
}

/** The comments above a block, and blank lines between them. */
function above(lines: readonly string[], line: number): string {
  let first = line - 1
  while (first > 0 && /^\s*(?:<!-- .* -->)?$/.test(lines[first - 1]!)) first--
  return lines.slice(first, line - 1).join('\n')
}

type Check = (code: string) => string | undefined

const scriptIn =
  (lang: 'jsx' | 'tsx' | 'ts'): Check =>
  (code) =>
    parseSync(`block.${lang}`, code, { lang, sourceType: 'module' }).errors[0]?.message

/** Of markup and styles, whose parsers mend what they do not understand. */
const marked =
  (parse: (code: string) => Tree): Check =>
  (code) => {
    let wrong: string | undefined
    parse(code).iterate({
      enter: ({ type, from, to }) => {
        if (type.isError || /^Mi\w+CloseTag$/.test(type.name))
          wrong ??= `not understood: ${JSON.stringify(code.slice(from, Math.max(to, from + 20)))}`
      },
    })
    return wrong
  }

const checks: Readonly<Record<string, Check>> = {
  js: scriptIn('jsx'),
  jsx: scriptIn('jsx'),
  // Types are the compiler's part.
  ts: scriptIn('ts'),
  tsx: scriptIn('tsx'),
  json: (code) => {
    try {
      JSON.parse(code)
      return undefined
    } catch (error) {
      return String(error)
    }
  },
  html: marked((code) => html.parse(code)),
  vue: marked((code) => html.parse(code)),
  svelte: marked((code) => html.parse(code)),
  css: marked((code) => css.parse(code)),
  yaml: (code) => parseDocument(code).errors[0]?.message,
  dockerfile: (code) => {
    const wrong = code
      .split('\n')
      .find((line) => !/^(?:#.*|(?:FROM|ARG|RUN|USER|WORKDIR|EXPOSE|HEALTHCHECK|STOPSIGNAL|ENTRYPOINT|CMD|COPY|ENV) .+|)$/.test(line))
    return wrong === undefined ? undefined : `no instruction: ${wrong}`
  },
  sh: (code) => {
    const { status, stderr } = spawnSync('bash', ['-n'], { input: code, encoding: 'utf8' })
    return status === 0 ? undefined : stderr
  },
}

/** Shows documents; or is run by a test of its own. */
const uncheckable = ['', 'text', 'md', 'http', 'rillbox', 'python', 'csharp', 'java', 'go', 'php', 'ruby', 'astro']

/** @returns undefined if nothing is wrong. */
export function problemOf({ language, code }: CodeBlock): string | undefined {
  if (uncheckable.includes(language)) return undefined
  const check = checks[language]
  return check ? check(code) : `nothing is known of the language ${language}`
}
