// Lays out the usage text of the command and its subcommands from their declarations.

import type { CommandName } from './commands.ts'
import { commandNames, declarationOf } from './commands.ts'
import type { Option } from './options.ts'

/** The longest line of a usage text. */
const width = 120

/** Where explanations begin. */
const column = 20

/** @param of undefined for the overview. */
export const usage = (of: CommandName | undefined): string => (of === undefined ? overview() : usageOf(of))

function overview(): string {
  const lines = commandNames.map((name) => entry(`rillbox ${name}`, declarationOf(name).summary))
  return ['rillbox: an event store to develop and test with', '', ...lines, '', 'rillbox COMMAND --help says more.'].join('\n')
}

function usageOf(name: CommandName): string {
  const { explained, explainedOperands = {}, options } = declarationOf(name)
  const entries = [
    ...Object.entries(explainedOperands).map(([operand, text]) => entry(operand, text)),
    ...Object.values(options).map((option) => entry(labelOf(option), option.explained)),
  ]
  return [synopsis(name), '', wrapped(explained.split(/\s+/), '', ''), '', ...entries].join('\n')
}

/** E.g. `rillbox export [FILE] --db DIR`. */
function synopsis(name: CommandName): string {
  const { operands, options, exclusive = [], together = [] } = declarationOf(name)
  const labels = (keys: readonly string[]) => keys.map((key) => labelOf(options[key]!))
  const parts = Object.entries(options).flatMap(([key, option]) => {
    for (const [group, separator] of [
      [exclusive, '|'],
      [together, ' '],
    ] as const)
      if (group.includes(key)) return key === group[0] ? [`[${labels(group).join(separator)}]`] : []
    const label = option.standard === undefined ? labelOf(option) : `--${option.name} ${option.standard}`
    return [option.missing === undefined ? `[${label}]` : label]
  })
  const start = `rillbox ${name} `
  return wrapped([...(operands === '' ? [] : [operands]), ...parts], start, ' '.repeat(start.length))
}

const labelOf = ({ name, takes }: Option<unknown>): string => (takes === undefined ? `--${name}` : `--${name} ${takes}`)

/** A label with its explanation beside it, or below where the label is too long. */
function entry(label: string, explained: string): string {
  const indent = ' '.repeat(column)
  const words = explained.split(' ')
  const start = `  ${label}`
  return start.length < column - 1 ? wrapped(words, start.padEnd(column), indent) : `${start}\n${wrapped(words, indent, indent)}`
}

/** Joins words to lines. */
function wrapped(words: readonly string[], start: string, indent: string): string {
  const lines: string[] = []
  let line = start
  for (const word of words) {
    const isFirst = line === start || line === indent
    if (!isFirst && line.length + 1 + word.length > width) {
      lines.push(line)
      line = indent + word
    } else line += isFirst ? word : ` ${word}`
  }
  return [...lines, line].join('\n')
}
