// Takes a documentation comment apart: its text, and what its tags say.

export interface DocComment {
  /** Markdown. */
  readonly text: string
  readonly tags: readonly DocTag[]
}

export interface DocTag {
  /** Without the `@`. */
  readonly name: string
  readonly text: string
}

/** @param value between the two slashes and stars, as a parser gives it. */
export function readDocComment(value: string): DocComment {
  const lines = value.replace(/^\*/, '').split('\n')
  const plain = lines.map((line) => line.replace(/^\s*\* ?/, '')).join('\n')
  const parts = plain.split(/(?:^|\s)@(?=(?:param|returns|throws|typeParam|example|deprecated|internal)\b)/)
  const [text = '', ...tags] = parts
  // Words to a compiler are none to a reader.
  const isDirective = text.trimStart().startsWith('@ts-')
  return {
    text: isDirective ? '' : text.trim(),
    tags: tags.map((tag) => {
      const [, name = '', rest = ''] = /^(\w+)\s*([\s\S]*)$/.exec(tag)!
      return { name, text: rest.trim() }
    }),
  }
}
