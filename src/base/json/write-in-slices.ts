// Prints values as `writeJson` does and lets others run meanwhile: a document of a million members takes half a second.

import { isMap } from '../platform/realms.ts'
import type { Steps } from '../time/steps.ts'
import { inSlices, pause } from '../time/steps.ts'
import type { TimeSlice } from '../time/time-slice.ts'
import { Utf8Text } from './copy/utf8-text.ts'
import { Double } from './value.ts'
import type { JsonDocument } from './value.ts'
import { quote, writeJson } from './write.ts'

export interface Spelling {
  /** Of the strings among the values, without quotes. Default: as they are. */
  readonly string?: (text: string) => string
}

/** @param value as for `writeJson`. */
export const writeJsonInSlices = (value: JsonDocument, slice: TimeSlice, spelling?: Spelling): Promise<string> =>
  inSlices(writeJsonSteps(value, spelling), slice)

/** The same in steps. */
export function* writeJsonSteps(value: JsonDocument, { string = (text) => text }: Spelling = {}): Steps<string> {
  // Bytes, because a string that grows piece by piece is put together in one go at its end.
  const output = spare ?? new Utf8Text()
  spare = undefined
  yield* print(value, '\n', { output, string })
  const text = output.take()
  if (output.isSmall()) spare = output
  return text
}

/** Of the last document that ended: a new one costs more than a short document. */
let spare: Utf8Text | undefined

interface Target extends Required<Spelling> {
  readonly output: Utf8Text
}

/** @param lineEnd the line end and the indentation of the current level. */
function* print(value: JsonDocument, lineEnd: string, target: Target): Steps<void> {
  const { output, string } = target
  if (typeof value === 'string') return yield* printString(string(value), output)
  if (!hasMembers(value)) return output.append(writeJson(value))
  const isObject = !Array.isArray(value)
  const inner = `${lineEnd}  `
  let isEmpty = true
  output.append(isObject ? '{' : '[')
  for (const [name, member] of membersOf(value)) {
    output.append(`${isEmpty ? '' : ','}${inner}${isObject ? `${quote(name as string)}: ` : ''}`)
    isEmpty = false
    // A generator for each short value would take longer than printing it.
    if (hasMembers(member) || isLong(member)) yield* print(member, inner, target)
    else output.append(typeof member === 'string' ? quote(string(member)) : writeJson(member))
    if (pause()) yield
  }
  output.append(`${isEmpty ? '' : lineEnd}${isObject ? '}' : ']'}`)
}

/** Characters of a string to print in one go. */
const longString = 2 ** 18

const isLong = (value: JsonDocument): boolean => typeof value === 'string' && value.length > longString

function* printString(text: string, output: Utf8Text): Steps<void> {
  output.append('"')
  for (let from = 0; from < text.length;) {
    let end = Math.min(from + longString, text.length)
    // The halves of a pair stay together.
    if ((text.charCodeAt(end - 1) & 0xfc00) === 0xd800) end++
    output.append(quote(text.slice(from, end)).slice(1, -1))
    from = end
    yield
  }
  output.append('"')
}

type Container = Extract<JsonDocument, object>

const hasMembers = (value: JsonDocument): value is Exclude<Container, Double> =>
  typeof value === 'object' && value !== null && !(value instanceof Double)

const membersOf = (value: Exclude<Container, Double>): Iterable<readonly [string | number, JsonDocument]> =>
  isMap(value) || Array.isArray(value) ? value.entries() : Object.entries(value as Readonly<Record<string, JsonDocument>>)
