// Collects changes to a text, applies them at once, and leads places in the new text back to the old one.

export interface Edits {
  /** In front of what stands at the offset; what is inserted first stands first. */
  before(offset: number, text: string): void
  /** Behind what ends at the offset; what is inserted first stands last, so that brackets nest. */
  after(offset: number, text: string): void
  replace(start: number, end: number, text: string): void
  apply(): EditedText
}

export interface EditedText {
  readonly text: string
  /** @param offset in the old text, at what is kept there. */
  toNew(offset: number): number
  /** @param offset in the new text; one inside an insertion leads to where it was inserted. */
  toOld(offset: number): number
}

interface Change {
  readonly start: number
  readonly end: number
  readonly text: string
}

export function collectEdits(source: string): Edits {
  const befores: Change[] = []
  const afters: Change[] = []
  const replacements: Change[] = []
  return {
    before: (offset, text) => void befores.push({ start: offset, end: offset, text }),
    after: (offset, text) => void afters.unshift({ start: offset, end: offset, text }),
    replace: (start, end, text) => void replacements.push({ start, end, text }),
    apply: () => applyChanges(source, [...afters, ...befores, ...replacements]),
  }
}

/** At one offset closing insertions come first, then opening ones, then the replacement; sorting keeps that order. */
function applyChanges(source: string, changes: readonly Change[]): EditedText {
  const sorted = changes.filter((change) => !isInsideAnother(change, changes)).sort((a, b) => a.start - b.start)
  /** Kept stretches: where each starts in the old and in the new text. */
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
    toNew(offset) {
      const stretch = stretches.findLast(({ old }) => old <= offset)!
      return stretch.new + offset - stretch.old
    },
    toOld(offset) {
      const index = stretches.findLastIndex((stretch) => stretch.new <= offset)
      const end = stretches[index + 1]?.old ?? source.length
      const next = sorted[index]?.start ?? end
      return Math.min(stretches[index]!.old + offset - stretches[index]!.new, next)
    },
  }
}

/** What lies inside a replaced stretch goes with it; of two for the same stretch the first counts. */
function isInsideAnother(change: Change, changes: readonly Change[]): boolean {
  const isSame = (other: Change) => other.start === change.start && other.end === change.end
  return changes.some(
    (other, i) =>
      other !== change &&
      other.start < other.end &&
      other.start < change.end &&
      change.start < other.end &&
      (isSame(other) ? i < changes.indexOf(change) : !contains(change, other)),
  )
}

const contains = (outer: Change, inner: Change): boolean => outer.start <= inner.start && inner.end <= outer.end
