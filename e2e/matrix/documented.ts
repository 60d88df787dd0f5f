// Extracts from docs/hosts.md the commands for each host, and the files with their names.

import { readFileSync } from 'node:fs'
import { join } from 'node:path'

export interface Documented {
  /** Lines of the blocks for a shell, in their order. */
  readonly commands: readonly string[]
  /** Text of each file, keyed by its path in the application. */
  readonly files: Readonly<Record<string, string>>
}

/** A heading; or a fenced block, with the line before it where that ends with a colon. */
const part = /^#{2,6} (?<heading>.+)$|(?:^(?<before>[^\n]*:)\n\n)?^```(?<language>\w*)\n(?<code>[\s\S]*?)^```$/gm

/**
 * The text under each heading, up to the next one of any level.
 *
 * @throws Error for a block that is neither for a shell nor follows a line with the name of its file: everything on the page is tried.
 */
export function readSections(
  text = readFileSync(join(import.meta.dirname, '..', '..', 'docs', 'hosts.md'), 'utf8'),
): ReadonlyMap<string, Documented> {
  const sections = new Map<string, { commands: string[]; files: Record<string, string> }>()
  let section = { commands: [] as string[], files: {} as Record<string, string> }
  for (const { 0: whole, groups, index } of text.matchAll(part)) {
    const { heading, before, language, code = '' } = groups!
    if (heading !== undefined) {
      if (sections.has(heading)) throw new Error(`docs/hosts.md has two sections "${heading}".`)
      sections.set(heading, (section = { commands: [], files: {} }))
    } else if (language === 'sh') section.commands.push(...code.split('\n').filter(Boolean))
    else {
      const file = /`([^`\s]+\.\w+)`/.exec(before?.split('. ').at(-1) ?? '')?.[1]
      if (file === undefined) {
        const line = text.slice(0, index + whole.indexOf('```')).split('\n').length
        throw new Error(`The block at line ${line} of docs/hosts.md has no file: name it in the line before.`)
      }
      section.files[file] = code
    }
  }
  return sections
}

/**
 * The contents of several sections together; a later one replaces files of earlier ones.
 *
 * @throws Error if there is no such section.
 */
export function joinSections(sections: ReadonlyMap<string, Documented>, names: readonly string[]): Documented {
  const found = names.map((name) => {
    const section = sections.get(name)
    if (!section) throw new Error(`docs/hosts.md has no section "${name}".`)
    return section
  })
  return { commands: found.flatMap(({ commands }) => commands), files: Object.assign({}, ...found.map(({ files }) => files)) }
}

/** Whether a command installs packages. */
export const isInstall = (command: string): boolean => /^(?:npm install|pnpm add)\b/.test(command)

/** A command of the page, with the packed package in place of the one in the registry. */
export const withPacked = (command: string, packed: string): string =>
  isInstall(command) ? command.replace(/(?<= )rillbox(?= |$)/, packed) : command
