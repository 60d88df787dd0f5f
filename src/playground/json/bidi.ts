// Spells out the characters that turn the direction of text around: in shown data they would move quotes, brackets and commas.

/** Marks, embeddings, overrides and isolates of the Unicode Bidirectional Algorithm. */
const controls = /[\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/g

/** @returns the text with each such character as an escape of JSON, e.g. `\u202e`, which is the same value. */
export const withoutBidiControls = (text: string): string =>
  text.replace(controls, (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`)
