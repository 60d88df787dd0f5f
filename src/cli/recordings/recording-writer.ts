// Writes a recording step by step: the file is a whole recording after each, so that a killed process leaves one.

import { closeSync, ftruncateSync, openSync, writeSync } from 'node:fs'
import type { RecordedStep } from './recording.ts'

export class RecordingWriter {
  readonly #file: number
  /** Where the next step goes. */
  #end: number
  #count = 0

  /** @throws the platform's error where the file cannot be written. */
  constructor(path: string, name: string, server: object) {
    this.#file = openSync(path, 'w')
    this.#end = writeSync(this.#file, `[\n {"name":${JSON.stringify(name)},"server":${JSON.stringify(server)},"steps":[`)
    this.#close()
  }

  get count(): number {
    return this.#count
  }

  add(step: RecordedStep): void {
    const text = `${this.#count === 0 ? '' : ','}\n  ${JSON.stringify(step)}`
    this.#end += writeSync(this.#file, text, this.#end)
    this.#count++
    this.#close()
  }

  #close(): void {
    const written = writeSync(this.#file, '\n ]}\n]\n', this.#end)
    ftruncateSync(this.#file, this.#end + written)
  }

  close(): void {
    closeSync(this.#file)
  }
}
