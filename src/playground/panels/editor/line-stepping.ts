// Shows in the editor which lines ran at a step, with values beside them, and lets readers set stops at line numbers.

import { RangeSet, StateEffect, StateField } from '@codemirror/state'
import type { EditorState, Extension, Range, TransactionSpec } from '@codemirror/state'
import { Decoration, EditorView, GutterMarker, WidgetType, keymap, lineNumberMarkers, lineNumbers } from '@codemirror/view'
import type { DecorationSet } from '@codemirror/view'
import type { LineNote, StepLines } from '../../model/steps/line-notes.ts'
import { queryPaths, stoppableLine } from '../../language/query-paths.ts'
import { stepper as texts } from '../../strings/english/stepper.ts'

export interface LineStops {
  /** A reader chose a line; undefined if no line can stop. */
  toggle(line: number | undefined): void
  /** An edit has moved the lines. */
  move(lines: readonly number[]): void
}

const stepEffect = StateEffect.define<StepLines | undefined>()
const stopsEffect = StateEffect.define<readonly number[]>()

const stepField = StateField.define<DecorationSet>({
  create: () => Decoration.none,
  update(decorations, { effects, state, docChanged }) {
    for (const effect of effects) if (effect.is(stepEffect)) return effect.value ? decorated(state, effect.value) : Decoration.none
    // The steps are those of another text now.
    return docChanged ? Decoration.none : decorations
  },
  provide: (field) => EditorView.decorations.from(field),
})

const stopsField = StateField.define<readonly number[]>({
  create: () => [],
  update(lines, { effects, state, startState, changes, docChanged }) {
    for (const effect of effects) if (effect.is(stopsEffect)) return inText(effect.value, state)
    if (!docChanged || lines.length === 0) return lines
    // Another text in place of the whole one keeps the numbers: there is nothing to follow.
    if (changes.touchesRange(0, startState.doc.length) === 'cover') return inText(lines, state)
    const moved = inText(lines, startState).map((line) => state.doc.lineAt(changes.mapPos(startState.doc.line(line).from, 1)).number)
    return [...new Set(moved)].sort((a, b) => a - b)
  },
})

const inText = (lines: readonly number[], { doc }: EditorState): readonly number[] => lines.filter((line) => line <= doc.lines)

class StopMarker extends GutterMarker {
  override elementClass = 'cm-stop'
}
const stopMarker = new StopMarker()

class ValuesWidget extends WidgetType {
  readonly #text: string

  constructor(text: string) {
    super()
    this.#text = text
  }

  override eq(other: ValuesWidget): boolean {
    return other.#text === this.#text
  }

  override toDOM(): HTMLElement {
    const element = document.createElement('span')
    element.className = 'cm-values'
    element.textContent = this.#text
    element.title = this.#text
    return element
  }
}

function decorated(state: EditorState, { ran, at, fault, handler }: StepLines): DecorationSet {
  const ranges: Range<Decoration>[] = []
  const lineClass = (line: number, name: string): void => {
    if (line >= 1 && line <= state.doc.lines) ranges.push(Decoration.line({ class: name }).range(state.doc.line(line).from))
  }
  if (ran.length === 0 && handler) for (let line = handler.first; line <= handler.last; line++) lineClass(line, 'cm-ran')
  for (const note of ran) {
    lineClass(note.line, note.isChange ? 'cm-ran cm-changed' : 'cm-ran')
    const text = valuesText(note)
    if (text === '' || note.line > state.doc.lines) continue
    ranges.push(Decoration.widget({ widget: new ValuesWidget(text), side: 1 }).range(state.doc.line(note.line).to))
  }
  if (at !== undefined) lineClass(at, 'cm-at')
  if (fault !== undefined) lineClass(fault, 'cm-at-fault')
  return Decoration.set(ranges, true)
}

const valuesText = ({ times, values }: LineNote): string => [...(times > 1 ? [texts.times(times)] : []), ...values].join('   ')

/** Line numbers, of which a click makes a stop; F9 does the same for the caret's line. */
export function lineStepping({ toggle, move }: LineStops): Extension {
  const toggleAt = (view: EditorView, position: number): boolean => {
    const { doc } = view.state
    const { number } = doc.lineAt(position)
    const isStop = view.state.field(stopsField).includes(number)
    toggle(isStop ? number : stoppableLine(queryPaths(doc.toString()), number))
    return true
  }
  return [
    stepField,
    stopsField,
    lineNumbers({
      domEventHandlers: {
        mousedown: (view, { from }, event) => (event as MouseEvent).button === 0 && toggleAt(view, from),
      },
    }),
    lineNumberMarkers.compute([stopsField, 'doc'], (state) =>
      RangeSet.of(inText(state.field(stopsField), state).map((line) => stopMarker.range(state.doc.line(line).from))),
    ),
    EditorView.updateListener.of(({ docChanged, state, startState }) => {
      const lines = state.field(stopsField)
      if (docChanged && lines !== startState.field(stopsField)) move(lines)
    }),
    keymap.of([{ key: 'F9', run: (view) => toggleAt(view, view.state.selection.main.head) }]),
  ]
}

/** Shows a step; undefined for none. */
export const showStep = (lines: StepLines | undefined): TransactionSpec => ({ effects: stepEffect.of(lines) })

export const showStops = (lines: readonly number[]): TransactionSpec => ({ effects: stopsEffect.of(lines) })

/** Scrolls the editor, and nothing around it, just far enough to show a line. */
export function revealLine(view: EditorView, line: number): void {
  const { state, scrollDOM } = view
  if (line > state.doc.lines) return
  const { top, bottom } = view.lineBlockAt(state.doc.line(line).from)
  const { scrollTop, clientHeight } = scrollDOM
  const margin = Math.min(24, clientHeight / 4)
  if (top - margin < scrollTop) scrollDOM.scrollTop = top - margin
  else if (bottom + margin > scrollTop + clientHeight) scrollDOM.scrollTop = bottom + margin - clientHeight
}
