// Reads a file or standard input line by line.

import { closeSync, openSync, readSync } from 'node:fs'
import { isErrorNamed } from '../../base/platform/realms.ts'
import { Failure } from '../failure.ts'
import { refuseFolder } from './text-file.ts'

export interface Line {
  readonly text: string
  /** From 1. */
  readonly number: number
}

const standardInput = 0
const pieceSize = 1 << 16

/**
 * Yields the lines that are not blank. Reads synchronously, so that a transaction stays open while its lines are read.
 *
 * @param file undefined reads standard input.
 */
export function* readLines(file: string | undefined): Iterable<Line> {
  if (file !== undefined) refuseFolder(file)
  const descriptor = file === undefined ? standardInput : openSync(file, 'r')
  try {
    let number = 0
    for (const text of split(readTexts(descriptor, file))) {
      number++
      if (text.trim() !== '') yield { text, number }
    }
  } finally {
    if (file !== undefined) closeSync(descriptor)
  }
}

/** @param pieces one text, cut at any places. */
export function* split(pieces: Iterable<string>): Iterable<string> {
  // Joined only at its end: a line may be a whole document of many pieces.
  let rest: string[] = []
  for (const piece of pieces) {
    const [first = '', ...lines] = piece.split('\n')
    rest.push(first)
    for (const line of lines) {
      yield rest.join('')
      rest = [line]
    }
  }
  const last = rest.join('')
  if (last !== '') yield last
}

/** Strips a byte order mark. @throws Failure for bytes that are no text, which would be stored as other characters. */
function* readTexts(descriptor: number, file: string | undefined): Iterable<string> {
  const decoder = new TextDecoder('utf-8', { fatal: true })
  const piece = Buffer.alloc(pieceSize)
  try {
    for (let length = readPiece(descriptor, piece); length > 0; length = readPiece(descriptor, piece))
      yield decoder.decode(piece.subarray(0, length), { stream: true })
    yield decoder.decode()
  } catch (error) {
    // The platform's own errors have other names.
    throw isErrorNamed(error, 'TypeError') ? new Failure(`${file ?? 'input'} is not encoded in UTF-8.`) : error
  }
}

/** @returns how many bytes were read; 0 at the end. */
function readPiece(descriptor: number, piece: Buffer): number {
  for (;;) {
    try {
      return readSync(descriptor, piece)
    } catch (error) {
      const { code } = error as NodeJS.ErrnoException
      // Windows reports the end of a pipe as an error.
      if (code === 'EOF') return 0
      if (code !== 'EAGAIN') throw error
      // A non-blocking pipe has no data yet.
      Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 10)
    }
  }
}
