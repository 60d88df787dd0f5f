// Decides whether an answer is the one that a block expects. The sign … stands for what differs from run to run.

import type { BlockProblem, ExpectedAnswer, RequestBlock } from '../blocks/block.ts'
import { valueIn } from '../blocks/entries.ts'
import type { PrintedAnswer } from '../../renderings/http-text.ts'
import { statusOf } from '../../renderings/http-text.ts'

const anything = '…'

/** @returns a problem for each part that differs. */
export function unmetAnswer({ line, request, answer: expected }: RequestBlock, answer: PrintedAnswer): BlockProblem[] {
  if (!expected)
    return answer.status < 400
      ? []
      : [{ line, message: `${request.method} ${request.path} is answered ${statusOf(answer)}; a block that expects this says so.` }]
  if (expected.status !== answer.status)
    return [{ line: expected.line, message: `The answer should have the status ${expected.status}, and is ${statusOf(answer)}.` }]
  return [...unmetHeaders(expected, answer), ...unmetBody(expected, answer)]
}

function unmetHeaders({ headers }: ExpectedAnswer, answer: PrintedAnswer): BlockProblem[] {
  return headers.flatMap(({ name, value, line }) => {
    const found = answer.headers.find(([other]) => other.toLowerCase() === name.toLowerCase())?.[1]
    if (found !== undefined && fits(value, found)) return []
    return [
      { line, message: `The header ${name} should be "${value}", and ${found === undefined ? 'there is none' : `it is "${found}"`}.` },
    ]
  })
}

function unmetBody({ body }: ExpectedAnswer, answer: PrintedAnswer): BlockProblem[] {
  if (body.text === '') return []
  const [expected, found] = [valueIn(body.text), valueIn(answer.body)]
  const problem = (message: string) => [{ line: body.line, message }]
  if (!expected || !found)
    return fits(body.text, answer.body.trim()) ? [] : problem(`The body should be ${shown(body.text)}, and is ${shown(answer.body)}.`)
  const difference = differenceOf(expected.value, found.value, '')
  return difference === undefined ? [] : problem(difference)
}

const shown = (text: string): string =>
  text.trim() === '' ? 'empty' : JSON.stringify(text.trim().length > 300 ? `${text.trim().slice(0, 300)}…` : text.trim())

/** @returns where a value differs from the expected one; undefined where it fits. An object may have more members than are expected. */
function differenceOf(expected: unknown, found: unknown, path: string): string | undefined {
  if (typeof expected === 'string' && typeof found === 'string' && fits(expected, found)) return undefined
  if (expected === anything && found !== undefined) return undefined
  if (isObject(expected) && isObject(found) && Array.isArray(expected) === Array.isArray(found)) {
    if (Array.isArray(expected) && Array.isArray(found) && expected.length !== found.length)
      return `${placeOf(path)} should have ${expected.length} ${expected.length === 1 ? 'item' : 'items'}, and has ${found.length}.`
    for (const [name, value] of Object.entries(expected)) {
      const inner = Array.isArray(expected) ? `${path}[${name}]` : path === '' ? name : `${path}.${name}`
      const difference = differenceOf(value, found[name], inner)
      if (difference !== undefined) return difference
    }
    return undefined
  }
  if (Object.is(expected, found)) return undefined
  return `${placeOf(path)} should be ${JSON.stringify(expected)}, and ${found === undefined ? 'there is none' : `is ${JSON.stringify(found)}`}.`
}

const isObject = (value: unknown): value is Readonly<Record<string, unknown>> => typeof value === 'object' && value !== null
const placeOf = (path: string): string => (path === '' ? 'The body' : `The member ${path} of the body`)

/** Texts around the sign have to be there, in their order. */
function fits(expected: string, found: string): boolean {
  const parts = expected.split(anything)
  if (parts.length === 1) return expected === found
  const pattern = parts.map((part) => part.replaceAll(/[\\^$.*+?()[\]{}|]/g, String.raw`\$&`)).join('[^]*')
  return new RegExp(`^${pattern}$`).test(found)
}
