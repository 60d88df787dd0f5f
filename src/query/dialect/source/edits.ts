// Collects changes to a text, applies them at once, and maps offsets between the old and the new text.

import { lastAtMost } from '../../../base/sorted.ts'

interface Change {
  readonly start: number
  readonly end: number
  readonly text: string
}

export type Edits = ReturnType<typeof collectEdits>

export function collectEdits(source: string) {
  const befores: Change[] = []
  const afters: Change[] = []
  const replacements: Change[] = []
  return {
    /** Inserts in front of the character at the offset; earlier insertions stand first. */
    before: (offset: number, text: string): void => void befores.push({ start: offset, end: offset, text }),
    /** Inserts behind the node that ends at the offset; earlier insertions stand last, so that brackets nest. */
    after: (offset: number, text: string): void => void afters.push({ start: offset, end: offset, text }),
    replace: (start: number, end: number, text: string): void => void replacements.push({ start, end, text }),
    apply: () => applyChanges(source, [...afters.toReversed(), ...befores], replacements),
  }
}

export type EditedText = ReturnType<typeof applyChanges>

/** At one offset closing insertions come first, then opening ones, then the replacement; sorting keeps that order. */
function applyChanges(source: string, insertions: readonly Change[], replacements: readonly Change[]) {
  const outermost = outermostOf(replacements)
  const isKept = ({ start }: Change) => !isStrictlyInside(start, outermost)
  const sorted = [...insertions.filter(isKept), ...outermost].sort((a, b) => a.start - b.start)
  /** The kept stretches, by their starts in the old and the new text. */
  const stretches: { readonly old: number; readonly new: number }[] = []
  let text = ''
  let at = 0
  for (const change of sorted) {
    stretches.push({ old: at, new: text.length })
    text += source.slice(at, change.start) + change.text
    at = change.end
  }
  stretches.push({ old: at, new: text.length })
  text += source.slice(at)
  return {
    text,
    /** @param offset in the old text, at a kept character. */
    toNew(offset: number): number {
      const stretch = stretches[lastAtMost(stretches, offset, ({ old }) => old)]!
      return stretch.new + offset - stretch.old
    },
    /** @param offset in the new text; an offset inside an insertion maps to the place of the insertion. */
    toOld(offset: number): number {
      const index = lastAtMost(stretches, offset, (stretch) => stretch.new)
      const { old, new: start } = stretches[index]!
      return Math.min(old + offset - start, sorted[index]?.start ?? source.length)
    },
  }
}

/** Drops replacements inside a replaced stretch; of two for the same stretch the first counts. */
function outermostOf(replacements: readonly Change[]): Change[] {
  const outermost: Change[] = []
  for (const change of [...replacements].sort((a, b) => a.start - b.start || b.end - a.end)) {
    if (change.start >= (outermost.at(-1)?.end ?? 0)) outermost.push(change)
  }
  return outermost
}

function isStrictlyInside(offset: number, stretches: readonly Change[]): boolean {
  const stretch = stretches[lastAtMost(stretches, offset - 1, ({ start }) => start)]
  return stretch !== undefined && offset < stretch.end
}
