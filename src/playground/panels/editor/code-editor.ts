// Creates the loaded editor: CodeMirror with JavaScript, completion of the projection language, fault marks, and a keyboard way out.

import type { Completion, CompletionContext, CompletionResult } from '@codemirror/autocomplete'
import { acceptCompletion, autocompletion, closeBrackets, closeBracketsKeymap, completionKeymap, snippet } from '@codemirror/autocomplete'
import { defaultKeymap, history, historyKeymap, indentWithTab } from '@codemirror/commands'
import { javascriptLanguage } from '@codemirror/lang-javascript'
import { bracketMatching, ensureSyntaxTree, indentOnInput, indentUnit } from '@codemirror/language'
import type { Diagnostic } from '@codemirror/lint'
import { lintGutter, setDiagnostics } from '@codemirror/lint'
import { search, searchKeymap } from '@codemirror/search'
import { Annotation, Compartment, EditorSelection, EditorState } from '@codemirror/state'
import type { ChangeDesc, Extension } from '@codemirror/state'
import {
  EditorView,
  drawSelection,
  highlightActiveLine,
  highlightActiveLineGutter,
  highlightSpecialChars,
  keymap,
  placeholder,
  tooltips,
} from '@codemirror/view'
import { Pause } from '../../kit/pause.ts'
import { visibleLine } from '../../kit/visible-text.ts'
import { editor as texts } from '../../strings/english/editor.ts'
import { appearance } from './appearance.ts'
import { parseTime, wordHelp } from '../../language/code-help.ts'
import type { CompletionPlace } from '../../language/completion/completion-place.ts'
import { placeAt } from '../../language/completion/completion-place.ts'
import type { Offer } from '../../language/completion/completions.ts'
import { offersAt } from '../../language/completion/completions.ts'
import type { FaultPlace, TextRange } from './fault-range.ts'
import { shortReason } from '../../model/store/short-reason.ts'
import { rangeOf } from './fault-range.ts'
import type { QueryFinding, JudgedFor } from '../../language/findings.ts'
import { findingsIn } from '../../language/findings.ts'
import { nameOfFix } from '../../language/finding-text.ts'
import { stateMembers } from '../../language/completion/state-members.ts'
import { placeInfo } from '../../language/completion/info-place.ts'
import type { LineStops } from './line-stepping.ts'
import { lineStepping, revealLine, showStep, showStops } from './line-stepping.ts'
import { lineProfile, showProfile } from './line-profile.ts'
import type { ProfiledQuery } from '../../model/trace/profiling.ts'
import type { StepLines } from '../../model/steps/line-notes.ts'
import type { StoreNames } from '../../model/store/store-names.ts'

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
  readonly stops: LineStops
  /** Called with what is wrong in the query, a moment after each change. */
  onFindings(findings: readonly QueryFinding[]): void
  onFormat(): void
  names(): Promise<StoreNames>
  /** What decides beside the text and the names. */
  judgedFor(): Omit<JudgedFor, 'names'>
}

/** `broken`: a text with a syntax error keeps its layout. */
export type FormatOutcome = 'formatted' | 'unchanged' | 'broken' | 'failed'

/** Milliseconds without a keystroke before the query is judged. */
const pause = 400

export type CodeEditor = Readonly<ReturnType<typeof createCodeEditor>>

export function createCodeEditor(options: CodeEditorOptions) {
  const access = new Compartment()
  const accessOf = (readOnly: boolean): Extension => [EditorState.readOnly.of(readOnly), EditorView.editable.of(!readOnly)]
  const { text, selection } = options
  let fault: readonly Diagnostic[] = []
  let findings: readonly QueryFinding[] = []
  const resting = new Pause()
  const markAll = (): void => view.dispatch(setDiagnostics(view.state, [...fault, ...findings.map(markOf)]))
  const judge = async (): Promise<void> => {
    const { doc, readOnly } = view.state
    const found = readOnly ? [] : await findingsIn(doc.toString(), { ...options.judgedFor(), names: await options.names() })
    // A later text is judged on its own.
    if (view.state.doc !== doc || (found.length === 0 && findings.length === 0)) return
    findings = found
    markAll()
    options.onFindings(findings)
  }
  const judgeSoon = (wait = pause): void => resting.begin(wait, () => void judge())
  const view = new EditorView({
    parent: options.parent,
    root: options.root,
    state: EditorState.create({
      doc: text,
      selection: EditorSelection.single(Math.min(selection.from, text.length), Math.min(selection.to, text.length)),
      extensions: [
        // First of the listeners: one that hears of a change may mark the text at once.
        EditorView.updateListener.of(({ docChanged, changes }) => {
          if (!docChanged) return
          // Until the text is judged again.
          findings = findings.map((finding) => moved(finding, changes))
          fault = fault.map((mark) => ({ ...mark, from: changes.mapPos(mark.from), to: changes.mapPos(mark.to) }))
          judgeSoon()
        }),
        extensionsOf(options),
        access.of(accessOf(options.readOnly)),
      ],
    }),
  })
  // Measures the lines now. Later, CodeMirror would keep its guess of the top line, and move it.
  view.coordsAtPos(0)
  view.scrollDOM.scrollTo(options.scroll.left, options.scroll.top)
  judgeSoon()

  return {
    /** Replaces a different text; the caret keeps its place if it can. */
    setText(given: string): void {
      // As the editor keeps it: otherwise a text with other line breaks would always differ from it.
      const text = given.replaceAll(/\r\n?/g, '\n')
      if (view.state.doc.toString() === text) return
      const anchor = Math.min(view.state.selection.main.anchor, text.length)
      view.dispatch({ changes: { from: 0, to: view.state.doc.length, insert: text }, selection: { anchor }, annotations: isGiven.of(true) })
    },
    setReadOnly: (readOnly: boolean): void => view.dispatch({ effects: access.reconfigure(accessOf(readOnly)) }),
    /** Marks a fault in place of the previous one. */
    mark(next: (FaultPlace & { readonly message: string }) | undefined): void {
      const range = next && rangeOf(view.state.doc.toString(), next)
      fault = range ? [{ ...range, severity: 'error', message: shortReason(next.message) }] : []
      markAll()
    },
    /** Judges the query again: the store may have other names now, or the query another mode. */
    judge: () => judgeSoon(slowPause),
    /** Writes the fix of a finding. */
    follow({ fix }: QueryFinding): void {
      if (fix) view.dispatch({ ...changeOf(fix), selection: { anchor: fix.start + fix.text.length } })
      view.focus()
    },
    /** Lays out the text; one step back in the history. */
    async format(): Promise<FormatOutcome> {
      const text = view.state.doc.toString()
      try {
        const { formatQuery, sameOffset } = await import('./format-query.ts')
        const formatted = formatQuery(text)
        if (formatted === undefined) return 'broken'
        if (formatted === text || view.state.doc.toString() !== text) return 'unchanged'
        const anchor = sameOffset(text, view.state.selection.main.head, formatted)
        view.dispatch({ changes: { from: 0, to: text.length, insert: formatted }, selection: { anchor } })
        return 'formatted'
      } catch {
        // The code could not be loaded.
        return 'failed'
      }
    },
    /** Marks the lines that ran at a step, with values beside them; undefined for none. */
    showStep(lines: StepLines | undefined): void {
      view.dispatch(showStep(lines))
      // While the reader types, the caret decides the scroll position.
      if (lines?.at !== undefined && !view.hasFocus) revealLine(view, lines.at)
    },
    /** Marks the numbers of the lines where readers want to stop. */
    showStops: (lines: readonly number[]): void => view.dispatch(showStops(lines)),
    /** Shows what lines cost; undefined for none. */
    showProfile: (profile: ProfiledQuery | undefined): void => view.dispatch(showProfile(profile)),
    /** Moves the caret to a place, and scrolls to it. */
    goTo(place: FaultPlace): void {
      const range = rangeOf(view.state.doc.toString(), place)
      if (range) view.dispatch({ selection: { anchor: range.from }, scrollIntoView: true })
      view.focus()
    },
    focus: () => view.focus(),
    destroy: (): void => {
      resting.end()
      view.destroy()
    },
  }
}

/** Marks a text that the editor was given, which is no edit of the reader. */
const isGiven = Annotation.define<boolean>()

/** Milliseconds: a running projection changes the store all the time. */
const slowPause = 1_500

const changeOf = ({ start, end, text }: NonNullable<QueryFinding['fix']>) => ({ changes: { from: start, to: end, insert: text } })

/** A finding and its fix in a text that has changed since. */
function moved(finding: QueryFinding, changes: ChangeDesc): QueryFinding {
  const move = ({ start, end }: { readonly start: number; readonly end: number }) => ({
    start: changes.mapPos(start, 1),
    end: changes.mapPos(end, -1),
  })
  const { fix } = finding
  const { start, end } = move(finding)
  return { ...finding, start, end: Math.max(start, end), ...(fix && { fix: { ...fix, ...move(fix) } }) }
}

function markOf(finding: QueryFinding): Diagnostic {
  const { start, end, severity, message, fix } = finding
  return {
    from: start,
    to: end,
    severity,
    message: visibleLine(message),
    renderMessage: () => explained(finding),
    ...(fix && { actions: [{ name: nameOfFix(fix), apply: (view) => view.dispatch(changeOf(fix)) }] }),
  }
}

/** The sentence, and where to read on. */
function explained({ message, page }: QueryFinding): Node {
  const text = document.createElement('span')
  const link = document.createElement('a')
  Object.assign(link, { href: page, target: '_blank', rel: 'noopener', textContent: texts.whatItMeans })
  text.append(visibleLine(message), ' ', link)
  return text
}

function extensionsOf(options: CodeEditorOptions): Extension {
  return [
    appearance,
    lintGutter({ hoverTime: 100 }),
    lineStepping(options.stops),
    lineProfile,
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
    search({ top: true }),
    EditorState.phrases.of(texts.find),
    EditorState.allowMultipleSelections.of(true),
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
    EditorView.updateListener.of(({ docChanged, state, transactions }) => {
      if (docChanged && !transactions.some((each) => each.annotation(isGiven))) options.onChange(state.doc.toString())
    }),
    wayOut,
    typedOver,
    wordHelp(options.names),
    keymap.of([
      { key: 'Shift-Alt-f', run: () => (options.onFormat(), true) },
      { key: 'Mod-Enter', run: () => (options.onRun(), true) },
      { key: 'Tab', run: acceptCompletion },
      ...closeBracketsKeymap,
      ...completionKeymap,
      ...searchKeymap,
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

const completionsFrom =
  (names: () => Promise<StoreNames>) =>
  async ({ state, pos, explicit }: CompletionContext): Promise<CompletionResult | null> => {
    // Reads the whole text: the code behind the caret decides too.
    const tree = ensureSyntaxTree(state, state.doc.length, parseTime)
    const place = tree && placeAt(tree, state.doc.toString(), pos)
    if (!place || !(explicit || place.from < pos || offersItself(place))) return null
    const members = place.kind === 'state' ? stateMembers(tree, state.doc.toString(), place.path, place.from) : []
    const offers = offersAt(place, await names(), members)
    return { from: place.from, options: offers.map(completionOf), validFor: isName(place) ? /^[\w$]*$/ : /^[^'"\\\n]*$/ }
  }

const isName = (place: CompletionPlace): boolean => !('quoted' in place && place.quoted)

/** Whether the list opens unasked: only where something must follow; elsewhere it would be in the way. */
const offersItself = (place: CompletionPlace): boolean => /^(?:chain|event|field|state)$/.test(place.kind) || !isName(place)

const completionOf = ({ label, detail, explanation, snippet: text, kind, rank }: Offer): Completion => ({
  label,
  type: kind,
  boost: rank,
  ...(detail !== undefined && { detail }),
  ...(explanation !== undefined && { info: visibleLine(explanation) }),
  // The inserted text stays unchanged.
  ...(visibleLine(label) !== label && { displayLabel: visibleLine(label) }),
  ...(text !== undefined && { apply: snippet(text) }),
})
