// Escapes control characters and those that change the direction of text: displayed, they would hide data, or move quotes and commas.

/** Marks, embeddings, overrides and isolates of the Unicode Bidirectional Algorithm. */
const bidi = '\\u061c\\u200e\\u200f\\u202a-\\u202e\\u2066-\\u2069'
/** Control characters but tabs and line breaks, separators of lines and paragraphs, the byte order mark. */
const invisible = '\\u0000-\\u0008\\u000b\\u000c\\u000e-\\u001f\\u007f-\\u009f\\u2028\\u2029\\ufeff'

const controls = new RegExp(`[${bidi}${invisible}]`, 'g')
const lineControls = new RegExp(`[${bidi}${invisible}\\t\\n\\r]`, 'g')

const short: Readonly<Record<string, string>> = { '\t': '\\t', '\n': '\\n', '\r': '\\r' }

const escaped = (character: string): string => short[character] ?? `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`

/** @returns the text with each such character as a JSON escape, e.g. `\u202e`: as JSON, the value stays the same. */
export const withoutBidiControls = (text: string): string => text.replace(controls, escaped)

/** Like {@link withoutBidiControls}, for names and other texts on one line: escapes tabs and line breaks too. */
export const visibleLine = (text: string): string => text.replace(lineControls, escaped)
