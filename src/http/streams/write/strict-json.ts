// Tells strict JSON from all other texts, in steps: a body may be long, and the platform's parser makes all values of it in one piece.

import type { TimeSlice } from '../../../base/time/time-slice.ts'
import { createTimeSlice } from '../../../base/time/time-slice.ts'
import { isDigit, sign } from '../../../base/json/scan.ts'

/** Characters to read between two looks at the clock; shorter texts are left to the platform. */
const stride = 2 ** 15

/** Whether `JSON.parse` would take the text. Lets others run while it reads a long one. */
export function isStrictJson(text: string, slice?: TimeSlice): boolean | Promise<boolean> {
  return text.length > stride ? readOn(new StrictReader(text), slice ?? createTimeSlice()) : isParsed(text)
}

function isParsed(text: string): boolean {
  try {
    JSON.parse(text)
    return true
  } catch {
    return false
  }
}

async function readOn(reader: StrictReader, slice: TimeSlice): Promise<boolean> {
  for (;;) {
    const state = reader.read(stride)
    if (state !== 'more') return state === 'end'
    await slice.end()
  }
}

type Place = 'value' | 'first item' | 'name' | 'first name' | 'behind value'

const number = /-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?/y
const hexDigits = /[0-9A-Fa-f]{4}/y
const words = ['true', 'false', 'null'] as const
const escapes = new Set(Array.from('"\\/bfnrt', (letter) => letter.charCodeAt(0)))

class StrictReader {
  readonly #text: string
  #at = 0
  #place: Place = 'value'
  /** The signs that close the open objects and lists: how deep they are nested must not matter. */
  readonly #closing: number[] = []

  constructor(text: string) {
    this.#text = text
  }

  /** Reads about so many characters; a string or a number in one piece. */
  read(characters: number): 'more' | 'end' | 'unreadable' {
    const until = this.#at + characters
    for (;;) {
      this.#skipBlanks()
      if (this.#at === this.#text.length) return this.#place === 'behind value' && this.#closing.length === 0 ? 'end' : 'unreadable'
      if (this.#at >= until) return 'more'
      if (!this.#takesNext()) return 'unreadable'
    }
  }

  #skipBlanks(): void {
    const text = this.#text
    let at = this.#at
    for (; at < text.length; at++) {
      const code = text.charCodeAt(at)
      if (code !== 0x20 && code !== 0x0a && code !== 0x0d && code !== 0x09) break
    }
    this.#at = at
  }

  /** @returns false where the text is no JSON. */
  #takesNext(): boolean {
    const code = this.#text.charCodeAt(this.#at)
    switch (this.#place) {
      case 'behind value':
        return this.#takesSeparator(code)
      case 'first name':
        return code === sign.closeObject ? this.#takesEnd(code) : this.#takesName()
      case 'name':
        return this.#takesName()
      case 'first item':
        return code === sign.closeList ? this.#takesEnd(code) : this.#takesValue(code)
      case 'value':
        return this.#takesValue(code)
    }
  }

  #takesSeparator(code: number): boolean {
    if (code !== sign.comma) return this.#takesEnd(code)
    const closing = this.#closing.at(-1)
    if (closing === undefined) return false
    this.#at += 1
    this.#place = closing === sign.closeObject ? 'name' : 'value'
    return true
  }

  #takesEnd(code: number): boolean {
    if (this.#closing.pop() !== code) return false
    this.#at += 1
    this.#place = 'behind value'
    return true
  }

  #takesName(): boolean {
    if (this.#text.charCodeAt(this.#at) !== sign.quote || !this.#takesString()) return false
    this.#skipBlanks()
    if (this.#text.charCodeAt(this.#at) !== sign.colon) return false
    this.#at += 1
    this.#place = 'value'
    return true
  }

  #takesValue(code: number): boolean {
    if (code === sign.openObject) return this.#opens(sign.closeObject, 'first name')
    if (code === sign.openList) return this.#opens(sign.closeList, 'first item')
    this.#place = 'behind value'
    if (code === sign.quote) return this.#takesString()
    if (code === sign.minus || isDigit(code)) return this.#takesMatch(number)
    const word = words.find((each) => this.#text.startsWith(each, this.#at))
    if (word === undefined) return false
    this.#at += word.length
    return true
  }

  #opens(closing: number, place: Place): boolean {
    this.#closing.push(closing)
    this.#at += 1
    this.#place = place
    return true
  }

  #takesMatch(pattern: RegExp): boolean {
    pattern.lastIndex = this.#at
    if (!pattern.test(this.#text)) return false
    this.#at = pattern.lastIndex
    return true
  }

  /** Takes a string, from its opening quote on. */
  #takesString(): boolean {
    const text = this.#text
    for (let at = this.#at + 1; at < text.length; at++) {
      const code = text.charCodeAt(at)
      if (code === sign.quote) {
        this.#at = at + 1
        return true
      }
      if (code < 0x20) return false
      if (code !== sign.backslash) continue
      at += 1
      const letter = text.charCodeAt(at)
      if (escapes.has(letter)) continue
      this.#at = at + 1
      if (letter !== 0x75 || !this.#takesMatch(hexDigits)) return false
      at = this.#at - 1
    }
    return false
  }
}
