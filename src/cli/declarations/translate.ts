// Translates the server's own options, of a configuration file, of variables and of the command line, into those of `rillbox serve`.

import { isRecord } from '../../base/platform/realms.ts'
import { closestWord } from '../../engine/queries/event-names.ts'
import type { Meaning } from './server-options.ts'
import { serverOptions } from './server-options.ts'

export interface Translated {
  readonly kind: 'translated'
  /** Of `rillbox serve`. */
  readonly args: readonly string[]
  /** For the operator: what was given and has no effect. */
  readonly notes: readonly string[]
}

export interface Untranslatable {
  readonly kind: 'problem'
  readonly message: string
}

export interface GivenOptions {
  readonly args: readonly string[]
  readonly variables: Readonly<Record<string, string | undefined>>
  /** Content of the configuration file. */
  readonly file: Readonly<Record<string, unknown>> | undefined
  /** Names of our own options that take a value, and of those that are flags. */
  readonly valued: ReadonlySet<string>
  readonly flags: ReadonlySet<string>
}

/** One option of the server, as it was given. */
interface Given {
  readonly name: string
  /** `true` for a switch without a value. */
  readonly value: string
  /** As the operator wrote it. */
  readonly as: string
}

const prefix = /^(?:EVENTSTORE|KURRENTDB)_/

/** The path of the configuration file: on the command line, or else in a variable. */
export function configurationFile(args: readonly string[], variables: GivenOptions['variables']): string | undefined {
  const at = args.findIndex((arg) => arg === '--config' || arg.startsWith('--config='))
  if (at >= 0) return args[at]!.includes('=') ? args[at]!.slice('--config='.length) : args[at + 1]
  return variables['KURRENTDB_CONFIG'] ?? variables['EVENTSTORE_CONFIG']
}

/** The command line goes before variables, and those before the file, as with the server. */
export function translate(given: GivenOptions): Translated | Untranslatable {
  const line = readLine(given)
  if (line.kind === 'problem') return line
  const layers = [readFile(given.file ?? {}), readVariables(given.variables), line]
  const merged = new Map<string, string | undefined>()
  const notes: string[] = []
  for (const layer of layers) {
    notes.push(...layer.notes)
    for (const option of layer.options) {
      const read = readOption(option)
      if (read.kind === 'problem') return read
      if (read.kind === 'note') notes.push(read.note)
      if (read.kind === 'set') merged.set(read.option, read.text)
    }
    const unknown = layer.unknown[0]
    if (unknown) return unknownOption(unknown)
  }
  const isTwofold = merged.has('db') && merged.get('db') === undefined && line.own.some((arg) => /^--db(?:=|$)/.test(arg))
  if (isTwofold) return { kind: 'problem', message: 'A store is in memory or in a folder: give --mem-db or --db.' }
  const args = [...merged].flatMap(([option, text]) =>
    text === undefined ? [] : given.flags.has(option) ? [`--${option}`] : [`--${option}=${text}`],
  )
  return { kind: 'translated', args: [...args, ...line.own], notes }
}

interface Layer {
  readonly options: readonly Given[]
  /** What is no option of the server. */
  readonly unknown: readonly string[]
  readonly notes: readonly string[]
}

const byLowerCase = new Map(Object.keys(serverOptions).map((name) => [name.toLowerCase(), name]))

/** @param spelled with dashes, underscores or neither, in any case. */
const knownName = (spelled: string): string | undefined => byLowerCase.get(spelled.replaceAll(/[-_]/g, '').toLowerCase())

function readFile(file: Readonly<Record<string, unknown>>): Layer {
  const entries = Object.entries(file).filter(([name]) => name.toLowerCase() !== 'config')
  return {
    options: entries.flatMap(([spelled, value]) => {
      const [name, text] = [knownName(spelled), valueText(value)]
      return name !== undefined && text !== undefined ? [{ name, value: text, as: `${spelled} in the configuration file` }] : []
    }),
    unknown: entries.flatMap(([spelled, value]) => (knownName(spelled) === undefined && valueText(value) !== undefined ? [spelled] : [])),
    notes: entries.flatMap(([spelled, value]) => (isRecord(value) ? [sectionNote(spelled, value)] : [])),
  }
}

const isText = (value: unknown): value is string | number | boolean => ['string', 'number', 'boolean'].includes(typeof value)

/** @returns the value of an option as the command line has it: a list with commas. Undefined for a section, and for nothing. */
const valueText = (value: unknown): string | undefined =>
  isText(value) ? String(value) : Array.isArray(value) && value.length > 0 && value.every(isText) ? value.join(',') : undefined

/** Plugins of the server have sections of their own; the server's options stand outside of any, and who indents them should hear of it. */
function sectionNote(spelled: string, section: Readonly<Record<string, unknown>>): string {
  const inside = Object.keys(section).filter((name) => knownName(name) !== undefined)
  if (knownName(spelled) !== undefined)
    return `${spelled} in the configuration file has no effect here: it takes a value, and not a section.`
  if (inside.length === 0) return `The section ${spelled} in the configuration file has no effect here.`
  return `The section ${spelled} in the configuration file has no effect here, nor has ${inside.join(', ')} in it: options of the server stand outside of any section.`
}

function readVariables(variables: GivenOptions['variables']): Layer {
  const own = Object.entries(variables)
    .filter(([name, value]) => prefix.test(name) && value !== undefined && value !== '' && !name.endsWith('_CONFIG'))
    // The newer names go before the older ones.
    .toSorted(([one], [other]) => one.localeCompare(other))
  return {
    options: own.flatMap(([variable, value]) => {
      const name = knownName(variable.replace(prefix, ''))
      return name === undefined ? [] : [{ name, value: value!, as: variable }]
    }),
    unknown: [],
    // An application's own variables may begin so, too.
    notes: own.flatMap(([variable]) =>
      knownName(variable.replace(prefix, '')) === undefined ? [`${variable} is no option of the server, and has no effect here.`] : [],
    ),
  }
}

type Line = Layer & { readonly kind: 'line'; readonly own: readonly string[] }

/** Options of ours stay as they are. */
function readLine({ args, valued, flags }: GivenOptions): Line | Untranslatable {
  const own: string[] = []
  const options: Given[] = []
  for (let at = 0; at < args.length; at++) {
    const arg = args[at]!
    const [, spelled = '', given] = /^--([A-Za-z][\w-]*)(?:=(.*))?$/s.exec(arg) ?? []
    const name = spelled === '' ? undefined : knownName(spelled)
    // A switch of ours may have a value, as the server's switches may.
    const isSwitchedOn = flags.has(spelled) && given === undefined && !Object.hasOwn(spellings, args[at + 1] ?? '')
    if (valued.has(spelled) || isSwitchedOn || (flags.has(spelled) && name === undefined)) {
      own.push(arg)
      if (valued.has(spelled) && given === undefined && at + 1 < args.length) own.push(args[++at]!)
    } else if (name === undefined) own.push(arg)
    else {
      const next = args[at + 1]
      const takesNext = given === undefined && next !== undefined && !next.startsWith('-')
      if (takesNext) at += 1
      options.push({ name, value: given ?? (takesNext ? next : 'true'), as: `--${spelled}` })
    }
  }
  return { kind: 'line', own, options, unknown: [], notes: [] }
}

const spellings: Readonly<Record<string, boolean>> = { true: true, yes: true, '1': true, false: false, no: false, '0': false }

type ReadOption =
  | { readonly kind: 'set'; readonly option: string; /** Undefined takes it back. */ readonly text: string | undefined }
  | { readonly kind: 'note'; readonly note: string }
  | { readonly kind: 'nothing' }
  | Untranslatable

function readOption({ name, value, as }: Given): ReadOption {
  const meaning: Meaning = serverOptions[name]!
  const isOn = spellings[value.toLowerCase()]
  switch (meaning.kind) {
    case 'same':
      return {
        kind: 'set',
        option: meaning.option,
        text: meaning.option === 'log' && value.toLowerCase() === 'plain' ? undefined : value.replace(/^Json$/, 'json'),
      }
    case 'switch':
      if (isOn === undefined) return notASwitch(as, value)
      return { kind: 'set', option: meaning.flag, text: isOn === meaning.on ? 'true' : undefined }
    case 'without':
      if (isOn === undefined) return notASwitch(as, value)
      return isOn ? { kind: 'set', option: meaning.option, text: undefined } : { kind: 'nothing' }
    case 'always':
      if (meaning.values.includes(value.toLowerCase())) return { kind: 'nothing' }
      return { kind: 'problem', message: `${as} cannot be "${value}" here: ${meaning.instead}.` }
    case 'no-effect':
      return { kind: 'note', note: `${as} has no effect here: ${meaning.because}.` }
    case 'refused':
      return { kind: 'problem', message: `${as} is not supported: ${meaning.instead}.` }
  }
}

const notASwitch = (as: string, value: string): Untranslatable => ({
  kind: 'problem',
  message: `${as} takes true or false, not "${value}".`,
})

function unknownOption(spelled: string): Untranslatable {
  const near = closestWord(spelled, Object.keys(serverOptions))
  return {
    kind: 'problem',
    message: `${spelled} in the configuration file is no option of the server.${near === undefined ? '' : ` Did you mean ${near}?`}`,
  }
}
