// Creates the loaded editor: CodeMirror with JavaScript, completion of the projection language, fault marks, and a keyboard way out.

import type { Completion, CompletionContext, CompletionResult } from '@codemirror/autocomplete'
import { acceptCompletion, autocompletion, closeBrackets, closeBracketsKeymap, completionKeymap, snippet } from '@codemirror/autocomplete'
import { defaultKeymap, history, historyKeymap, indentWithTab } from '@codemirror/commands'
import { javascriptLanguage } from '@codemirror/lang-javascript'
import { bracketMatching, ensureSyntaxTree, indentOnInput, indentUnit } from '@codemirror/language'
import { lintGutter, setDiagnostics } from '@codemirror/lint'
import { Compartment, EditorSelection, EditorState } from '@codemirror/state'
import type { Extension } from '@codemirror/state'
import {
  EditorView,
  drawSelection,
  highlightActiveLine,
  highlightActiveLineGutter,
  highlightSpecialChars,
  keymap,
  lineNumbers,
  placeholder,
  tooltips,
} from '@codemirror/view'
import { appearance } from './appearance.ts'
import type { CompletionPlace } from './completion-place.ts'
import { placeAt } from './completion-place.ts'
import type { Offer } from './completions.ts'
import { offersAt } from './completions.ts'
import type { FaultPlace, TextRange } from './fault-range.ts'
import { rangeOf, shortReason } from './fault-range.ts'
import { placeInfo } from './info-place.ts'
import type { StoreNames } from './store-names.ts'

export interface CodeEditorOptions {
  readonly parent: HTMLElement
  readonly root: ShadowRoot
  /** Holds pop-ups, outside of the box that clips. */
  readonly overlays: HTMLElement
  readonly text: string
  readonly selection: TextRange
  readonly scroll: { readonly top: number; readonly left: number }
  readonly readOnly: boolean
  readonly label: string
  readonly hint: string
  /** Id of the text that explains how to leave the editor. */
  readonly describedBy: string
  onChange(text: string): void
  onRun(): void
  names(): Promise<StoreNames>
}

export interface CodeEditor {
  /** Replaces a different text; the caret keeps its place if it can. */
  setText(text: string): void
  setReadOnly(readOnly: boolean): void
  /** Marks a fault in place of the previous one. */
  mark(fault: (FaultPlace & { readonly message: string }) | undefined): void
  /** Moves the caret to a place, and scrolls to it. */
  goTo(place: FaultPlace): void
  focus(): void
  destroy(): void
}

export function createCodeEditor(options: CodeEditorOptions): CodeEditor {
  const access = new Compartment()
  const accessOf = (readOnly: boolean): Extension => [EditorState.readOnly.of(readOnly), EditorView.editable.of(!readOnly)]
  const { text, selection } = options
  const view = new EditorView({
    parent: options.parent,
    root: options.root,
    state: EditorState.create({
      doc: text,
      selection: EditorSelection.single(Math.min(selection.from, text.length), Math.min(selection.to, text.length)),
      extensions: [extensionsOf(options), access.of(accessOf(options.readOnly))],
    }),
  })
  // Measures the lines now. Later, CodeMirror would keep its guess of the top line, and move it.
  view.coordsAtPos(0)
  view.scrollDOM.scrollTo(options.scroll.left, options.scroll.top)

  return {
    setText(text) {
      if (view.state.doc.toString() === text) return
      const anchor = Math.min(view.state.selection.main.anchor, text.length)
      view.dispatch({ changes: { from: 0, to: view.state.doc.length, insert: text }, selection: { anchor } })
    },
    setReadOnly: (readOnly) => view.dispatch({ effects: access.reconfigure(accessOf(readOnly)) }),
    mark(fault) {
      const range = fault && rangeOf(view.state.doc.toString(), fault)
      const found = range ? [{ ...range, severity: 'error', message: shortReason(fault.message) } as const] : []
      view.dispatch(setDiagnostics(view.state, found))
    },
    goTo(place) {
      const range = rangeOf(view.state.doc.toString(), place)
      if (range) view.dispatch({ selection: { anchor: range.from }, scrollIntoView: true })
      view.focus()
    },
    focus: () => view.focus(),
    destroy: () => view.destroy(),
  }
}

function extensionsOf(options: CodeEditorOptions): Extension {
  return [
    appearance,
    lintGutter({ hoverTime: 100 }),
    lineNumbers(),
    highlightActiveLine(),
    highlightSpecialChars(),
    highlightActiveLineGutter(),
    history(),
    drawSelection(),
    indentOnInput(),
    bracketMatching(),
    closeBrackets(),
    javascriptLanguage,
    indentUnit.of('  '),
    EditorState.tabSize.of(2),
    placeholder(options.hint),
    tooltips({ parent: options.overlays }),
    autocompletion({
      override: [completionsFrom(options.names)],
      icons: false,
      maxRenderedOptions: 60,
      positionInfo: (_view, list, option, info, space) => placeInfo(list, option, info, space),
    }),
    EditorView.contentAttributes.of({
      'aria-label': options.label,
      'aria-describedby': options.describedBy,
      spellcheck: 'false',
      // Editable text is focusable without it, but not every accessibility checker knows.
      tabindex: '0',
    }),
    EditorView.updateListener.of(({ docChanged, state }) => {
      if (docChanged) options.onChange(state.doc.toString())
    }),
    wayOut,
    typedOver,
    keymap.of([
      { key: 'Mod-Enter', run: () => (options.onRun(), true) },
      { key: 'Tab', run: acceptCompletion },
      ...closeBracketsKeymap,
      ...completionKeymap,
      ...historyKeymap,
      ...defaultKeymap.filter(({ key }) => key !== 'Mod-Enter'),
      indentWithTab,
    ]),
  ]
}

/** After Escape, Tab leaves the editor, until the reader types or leaves. */
const wayOut: Extension = [
  EditorView.domEventObservers({
    keydown: ({ key }, view) => {
      if (key === 'Escape') view.setTabFocusMode(true)
    },
    blur: (_event, view) => view.setTabFocusMode(false),
  }),
  EditorView.updateListener.of(({ docChanged, view }) => {
    if (docChanged) view.setTabFocusMode(false)
  }),
]

/**
 * Inserts text typed over a selection. Chromium would keep the look of the replaced text in a `style` attribute, which a content
 * security policy forbids.
 */
const typedOver: Extension = EditorView.domEventHandlers({
  beforeinput({ inputType, data, isComposing }, view) {
    const { main } = view.state.selection
    if (inputType !== 'insertText' || !data || isComposing || main.empty || view.state.readOnly) return false
    const insert = () => view.state.update(view.state.replaceSelection(data), { userEvent: 'input.type', scrollIntoView: true })
    const isTaken = view.state.facet(EditorView.inputHandler).some((handle) => handle(view, main.from, main.to, data, insert))
    if (!isTaken) view.dispatch(insert())
    return true
  },
})

/** Milliseconds for parsing the rest of the text: queries are short. */
const parseTime = 100

const completionsFrom =
  (names: () => Promise<StoreNames>) =>
  async ({ state, pos, explicit }: CompletionContext): Promise<CompletionResult | null> => {
    const tree = ensureSyntaxTree(state, pos, parseTime)
    const place = tree && placeAt(tree, state.doc.toString(), pos)
    if (!place || !(explicit || place.from < pos || offersItself(place))) return null
    const offers = offersAt(place, await names())
    return { from: place.from, options: offers.map(completionOf), validFor: isName(place) ? /^[\w$]*$/ : /^[^'"\\\n]*$/ }
  }

const isName = (place: CompletionPlace): boolean => !('quoted' in place && place.quoted)

/** Whether the list opens unasked: only where something must follow; elsewhere it would be in the way. */
const offersItself = (place: CompletionPlace): boolean => place.kind === 'chain' || place.kind === 'event' || !isName(place)

const completionOf = ({ label, detail, explanation, snippet: text, kind, rank }: Offer): Completion => ({
  label,
  type: kind,
  boost: rank,
  ...(detail !== undefined && { detail }),
  ...(explanation !== undefined && { info: explanation }),
  ...(text !== undefined && { apply: snippet(text) }),
})
