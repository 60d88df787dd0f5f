// Walks through XML text piece by piece, or stops where it is malformed.

/** Ends the reading of a text; caught by `readXml`. */
export function malformed(): never {
  throw new SyntaxError('malformed XML')
}

/** Pieces that several readers look for; all of them sticky, so that they match where the cursor stands. */
export const blanks = /[ \t\n]+/y
const nameCharacters = String.raw`[\p{L}_][\p{L}\p{Nd}\p{M}_.\u00b7-]*`
/** A name with at most one prefix. */
export const qualifiedName = new RegExp(`${nameCharacters}(?::${nameCharacters})?(?![\\p{L}\\p{Nd}\\p{M}_.:\\u00b7-])`, 'uy')

export class Cursor {
  #text: string
  #at = 0

  constructor(text: string) {
    this.#text = text
  }

  atEnd(): boolean {
    return this.#at === this.#text.length
  }

  sees(piece: string): boolean {
    return this.#text.startsWith(piece, this.#at)
  }

  /** Takes the piece if it stands here. */
  skip(piece: string): boolean {
    if (!this.sees(piece)) return false
    this.#at += piece.length
    return true
  }

  expect(piece: string): void {
    if (!this.skip(piece)) malformed()
  }

  /** Takes the match of a sticky pattern at this place. */
  take(pattern: RegExp): string | undefined {
    pattern.lastIndex = this.#at
    const found = pattern.exec(this.#text)?.[0]
    if (found !== undefined) this.#at += found.length
    return found
  }

  name(): string {
    return this.take(qualifiedName) ?? malformed()
  }

  /** Takes everything before the piece, and the piece. */
  until(piece: string): string {
    const end = this.#text.indexOf(piece, this.#at)
    if (end < 0) malformed()
    const found = this.#text.slice(this.#at, end)
    this.#at = end + piece.length
    return found
  }

  /** Puts text in front of the unread rest. */
  insert(text: string): void {
    this.#text = text + this.#text.slice(this.#at)
    this.#at = 0
  }
}
