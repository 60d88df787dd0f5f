// Reads recordings from a file, or names its problem and the place.

import { isRecord } from '../../base/platform/realms.ts'
import { Failure } from '../failure.ts'
import { lineOfError } from '../files/json-line.ts'
import { readText } from '../files/text-file.ts'
import type { Recording } from './recording.ts'

/** @returns the recordings of a file, which holds one or a list of them. @throws Failure that names the problem, with its line or its path. */
export function readRecordings(file: string): readonly Recording[] {
  const text = readText(file)
  const document = parse(file, text)
  const recordings = Array.isArray(document) ? document : [document]
  if (recordings.length === 0) throw new Failure(`${file}: no recording is in it.`)
  for (const [index, recording] of recordings.entries()) {
    const problem = problemIn(recording)
    if (problem !== undefined) throw new Failure(`${file}: ${Array.isArray(document) ? `[${index}]` : 'the recording'}${problem}.`)
  }
  return recordings as readonly Recording[]
}

function parse(file: string, text: string): unknown {
  try {
    return JSON.parse(text)
  } catch (error) {
    throw new Failure(`${file}:${lineOfError(text)}: not JSON (${(error as Error).message.replaceAll(/\s+/g, ' ')}).`)
  }
}

/** What playing needs. @returns the rest of a sentence that begins with the recording; undefined where it can be played. */
function problemIn(recording: unknown): string | undefined {
  if (!isRecord(recording) || !Array.isArray(recording['steps'])) return ': expected an object with a list "steps"'
  for (const [index, step] of recording['steps'].entries()) {
    const problem = stepProblem(step)
    if (problem !== undefined) return `.steps[${index}]${problem}`
  }
  return undefined
}

function stepProblem(step: unknown): string | undefined {
  if (!isRecord(step)) return ': expected an object'
  const { request, wait, poll, capture, ignore } = step
  if (!isRecord(request) || typeof request['path'] !== 'string') return '.request: expected an object with a text "path"'
  if (!/^(?:\/|https?:|\$\{)/.test(request['path'])) return `.request.path: expected a path that begins with "/", not "${request['path']}"`
  if (!isAbsent(request['method']) && !(typeof request['method'] === 'string' && /^[A-Z]+$/.test(request['method'])))
    return '.request.method: expected a method such as "POST"'
  if (!isAbsent(request['auth']) && typeof request['auth'] !== 'string') return '.request.auth: expected "user:password"'
  if (!isAbsent(request['headers']) && !isTexts(request['headers'])) return '.request.headers: expected an object of texts'
  if (!isAbsent(wait) && typeof wait !== 'number') return '.wait: expected milliseconds'
  if (!isAbsent(poll) && !isPoll(poll)) return '.poll: expected an object with a list "path" and a regular expression "matches"'
  if (!isAbsent(capture) && !(isRecord(capture) && Object.values(capture).every(isRecord))) return '.capture: expected an object of objects'
  if (!isAbsent(ignore) && !(Array.isArray(ignore) && ignore.every((path) => typeof path === 'string')))
    return '.ignore: expected a list of paths'
  return undefined
}

const isAbsent = (value: unknown): value is undefined => value === undefined

const isTexts = (value: unknown): boolean => isRecord(value) && Object.values(value).every((text) => typeof text === 'string')

function isPoll(poll: unknown): boolean {
  if (!isRecord(poll) || !Array.isArray(poll['path']) || typeof poll['matches'] !== 'string') return false
  try {
    new RegExp(poll['matches']).test('')
    return true
  } catch {
    return false
  }
}
