// Splits a query into coloured pieces without a parser, for its look until the editor is loaded.

import type { TextRange } from '../panels/editor/fault-range.ts'

export type Colour = 'comment' | 'string' | 'keyword' | 'number' | 'function' | 'property'

export interface Piece {
  readonly text: string
  readonly colour?: Colour
  /** Whether the piece belongs to the fault. */
  readonly wrong?: true
}

const keywords =
  'async|await|break|case|catch|class|const|continue|default|delete|do|else|finally|for|function|if|in|instanceof|let|new|of|return|switch|throw|try|typeof|var|void|while|with|yield'

const token = new RegExp(
  [
    String.raw`(?<comment>//[^\n]*|/\*[\s\S]*?(?:\*/|$))`,
    String.raw`(?<string>'(?:\\.|[^'\\\n])*'?|"(?:\\.|[^"\\\n])*"?|\x60(?:\\[\s\S]|[^\x60\\])*\x60?)`,
    String.raw`(?<keyword>\b(?:${keywords})\b(?!\s*:))`,
    String.raw`(?<number>\b(?:\d[\w.]*|true|false|null|undefined)\b)`,
    String.raw`(?<function>[A-Za-z_$][\w$]*(?=\s*\())`,
    String.raw`(?<property>[A-Za-z_$][\w$]*(?=\s*:(?!:)))`,
    String.raw`[\w$]+`,
  ].join('|'),
  'g',
)

/** @param wrong range to mark. @returns pieces that add up to the text. */
export function paint(text: string, wrong?: TextRange): Piece[] {
  const pieces: Piece[] = []
  let at = 0
  for (const { index, 0: found, groups } of text.matchAll(token)) {
    const [colour] = Object.entries(groups ?? {}).find(([, matched]) => matched !== undefined) ?? []
    if (colour === undefined) continue
    if (index > at) pieces.push({ text: text.slice(at, index) })
    pieces.push({ text: found, colour: colour as Colour })
    at = index + found.length
  }
  if (at < text.length) pieces.push({ text: text.slice(at) })
  return wrong ? marked(pieces, wrong) : pieces
}

function marked(pieces: readonly Piece[], { from, to }: TextRange): Piece[] {
  let start = 0
  return pieces.flatMap((piece) => {
    const [begin, end] = [Math.max(from - start, 0), Math.min(to - start, piece.text.length)]
    start += piece.text.length
    if (begin >= end) return [piece]
    const parts: Piece[] = [
      { ...piece, text: piece.text.slice(0, begin) },
      { ...piece, text: piece.text.slice(begin, end), wrong: true },
      { ...piece, text: piece.text.slice(end) },
    ]
    return parts.filter(({ text }) => text !== '')
  })
}
