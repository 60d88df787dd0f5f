// Reads the insertion order of an object's members from QuickJS's binary JSON: all other means list index-like names first.

import { isErrorNamed } from '../../../base/platform/realms.ts'

/** The first byte. Another build of the engine may write another form, which is not read. */
const formatVersion = 5

/** Stored values are nested no deeper (projection-language §16). */
const deepest = 66

const tags = {
  null: 1,
  undefined: 2,
  false: 3,
  true: 4,
  integer: 5,
  float: 6,
  string: 7,
  object: 8,
  array: 9,
  bigInt: 10,
  date: 17,
  boxed: 18,
}

/**
 * @param bytes an object in binary JSON.
 * @returns the names of its enumerable members in insertion order; undefined for an unknown form.
 */
export function memberOrder(bytes: Uint8Array): string[] | undefined {
  const reader = readBytes(bytes)
  try {
    if (reader.byte() !== formatVersion) return undefined
    const atoms = Array.from({ length: reader.unsigned() }, () => reader.string())
    if (reader.byte() !== tags.object) return undefined
    return Array.from({ length: reader.unsigned() }, () => {
      const name = atomName(reader.unsigned(), atoms)
      skipValue(reader, 0)
      return name
    })
  } catch (error) {
    // From the view too, where the bytes end too soon.
    if (isErrorNamed(error, 'RangeError')) return undefined
    throw error
  }
}

const unknownForm = (): RangeError => new RangeError('This form of binary JSON is not known.')

/** An odd number is an index-like name; an even one refers to the table of texts, counted from 1. */
function atomName(atom: number, atoms: readonly string[]): string {
  const name = atom % 2 === 1 ? String((atom - 1) / 2) : atoms[atom / 2 - 1]
  if (name === undefined) throw unknownForm()
  return name
}

type Reader = ReturnType<typeof readBytes>

function skipValue(reader: Reader, depth: number): void {
  if (depth > deepest) throw unknownForm()
  switch (reader.byte()) {
    case tags.null:
    case tags.undefined:
    case tags.false:
    case tags.true:
      return
    case tags.integer:
      return void reader.unsigned()
    case tags.float:
      return reader.skip(8)
    case tags.string:
      return void reader.string()
    case tags.bigInt:
      return reader.skip(reader.unsigned())
    case tags.date:
    case tags.boxed:
      return skipValue(reader, depth + 1)
    case tags.array:
      for (let left = reader.unsigned(); left > 0; left -= 1) skipValue(reader, depth + 1)
      return
    case tags.object:
      for (let left = reader.unsigned(); left > 0; left -= 1) {
        reader.unsigned()
        skipValue(reader, depth + 1)
      }
      return
    default:
      throw unknownForm()
  }
}

function readBytes(bytes: Uint8Array) {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  let at = 0
  const reader = {
    byte(): number {
      at += 1
      return view.getUint8(at - 1)
    },
    skip(length: number): void {
      at += length
    },
    /** Seven bits a byte, the lowest first. */
    unsigned(): number {
      let value = 0
      for (let factor = 1; ; factor *= 128) {
        const byte = reader.byte()
        value += (byte % 128) * factor
        if (byte < 128) return value
      }
    },
    /** The lowest bit of the length tells whether characters take one byte or two. */
    string(): string {
      const header = reader.unsigned()
      const isWide = header % 2 === 1
      let text = ''
      for (let left = Math.floor(header / 2); left > 0; left -= 1) {
        text += String.fromCharCode(isWide ? view.getUint16(at, true) : view.getUint8(at))
        at += isWide ? 2 : 1
      }
      return text
    },
  }
  return reader
}
