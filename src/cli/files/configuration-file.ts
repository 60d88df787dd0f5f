// Reads a configuration file of the server, such as kurrentdb.conf: YAML with one option on each line.

import { readFileSync } from 'node:fs'
import { isRecord } from '../../base/platform/realms.ts'
import { Failure } from '../failure.ts'

/** @throws Failure where the file is missing, or no YAML, or no list of options. */
export async function readConfiguration(file: string): Promise<Readonly<Record<string, unknown>>> {
  const text = readText(file)
  // Only servers with a file load the parser.
  const { parse } = await import('yaml')
  let read: unknown
  try {
    read = parse(text)
  } catch (error) {
    throw new Failure(`The configuration in "${file}" is not YAML: ${(error as Error).message.split('\n')[0]}`)
  }
  if (read === null) return {}
  if (!isRecord(read)) throw new Failure(`The configuration in "${file}" names no options, such as "NodePort: 2113".`)
  return read
}

function readText(file: string): string {
  try {
    return readFileSync(file, 'utf8')
  } catch (error) {
    throw new Failure(`The configuration "${file}" cannot be read: ${(error as NodeJS.ErrnoException).code ?? String(error)}.`)
  }
}
