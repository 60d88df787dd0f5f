// Prints the properties of a record as the metadata that readers get: JSON as the server's library of protocol buffers spells it (grpc v2).

import type { MessageOf } from '../messages/shapes.ts'

export type Properties = MessageOf<'v2.AppendRecord'>['properties']

type Value = Properties[string]

/** @returns undefined where a property has no name or no value. */
export const printProperties = (properties: Properties): string | undefined =>
  Object.hasOwn(properties, '') || !Object.values(properties).every(hasKind) ? undefined : printFields(properties)

/** A property that is a text. */
export const textProperty = (text: string) => ({ kind: { case: 'stringValue', value: text } }) as Value

function hasKind({ kind }: Value): boolean {
  if (kind.case === 'structValue') return Object.values(kind.value.fields).every(hasKind)
  return kind.case === 'listValue' ? kind.value.values.every(hasKind) : kind.case !== undefined
}

function printFields(fields: Properties): string {
  const members = Object.entries(fields).map(([name, value]) => `${printText(name)}: ${print(value)}`)
  return enclosed('{', members, '}')
}

const enclosed = (open: string, parts: readonly string[], close: string): string =>
  parts.length === 0 ? `${open} ${close}` : `${open} ${parts.join(', ')} ${close}`

function print({ kind }: Value): string {
  switch (kind.case) {
    case 'structValue':
      return printFields(kind.value.fields)
    case 'listValue':
      return enclosed('[', kind.value.values.map(print), ']')
    case 'stringValue':
      return printText(kind.value)
    case 'numberValue':
      return printNumber(kind.value)
    case 'boolValue':
      return String(kind.value)
    default:
      return 'null'
  }
}

/** As .NET prints doubles; JSON has no numbers for those that are none. */
function printNumber(number: number): string {
  if (!Number.isFinite(number)) return `"${number}"`
  if (Object.is(number, -0)) return '-0'
  const [digits, exponent] = number.toExponential().split('e') as [string, string]
  const size = Number(exponent)
  if (size >= -4 && size < 15) return String(number)
  return `${digits}E${size < 0 ? '-' : '+'}${String(Math.abs(size)).padStart(2, '0')}`
}

/** Besides what JSON asks for: signs of HTML, and characters that do not show. */
const escaped =
  /["\\<>\p{Cc}\u00ad\u0600-\u0604\u06dd\u070f\u17b4\u17b5\u200b-\u200f\u2028-\u202e\u2060-\u2064\u206a-\u206f\ufeff\ufff9-\ufffb]/gu

const short: Readonly<Record<string, string>> = {
  '"': '\\"',
  '\\': '\\\\',
  '\b': '\\b',
  '\f': '\\f',
  '\n': '\\n',
  '\r': '\\r',
  '\t': '\\t',
}

const printText = (text: string): string =>
  `"${text.replaceAll(escaped, (sign) => short[sign] ?? `\\u${sign.charCodeAt(0).toString(16).padStart(4, '0')}`)}"`
