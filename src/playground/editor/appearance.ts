// Styles CodeMirror with the colours and measures of the plain view, so that nothing moves when it loads.

import { HighlightStyle, syntaxHighlighting } from '@codemirror/language'
import { EditorView } from '@codemirror/view'
import { tags } from '@lezer/highlight'

const colours = HighlightStyle.define([
  { tag: tags.comment, color: 'var(--_syntax-comment)', fontStyle: 'italic' },
  { tag: [tags.string, tags.special(tags.string), tags.regexp], color: 'var(--_syntax-string)' },
  { tag: [tags.keyword, tags.operatorKeyword, tags.controlKeyword, tags.definitionKeyword], color: 'var(--_syntax-keyword)' },
  { tag: [tags.number, tags.bool, tags.null], color: 'var(--_syntax-number)' },
  { tag: [tags.function(tags.variableName), tags.function(tags.propertyName)], color: 'var(--_syntax-function)' },
  { tag: tags.definition(tags.propertyName), color: 'var(--_syntax-property)' },
])

const look = EditorView.theme({
  '&': { direction: 'ltr', textAlign: 'left', height: '100%', backgroundColor: 'transparent', color: 'var(--_text)' },
  '&.cm-focused': { outline: 'none' },
  '.cm-scroller': { fontFamily: 'var(--_code-font)', fontSize: 'var(--_code-size)', lineHeight: 'var(--_code-line)' },
  '.cm-content': { padding: 'var(--_code-padding) 0', caretColor: 'var(--_accent)' },
  '.cm-line': { padding: '0 var(--_code-padding)' },
  '.cm-gutters': { backgroundColor: 'var(--_surface)', color: 'var(--_muted)', borderInlineEnd: '1px solid var(--_border)' },
  '.cm-gutter-lint': { width: '1rem' },
  '.cm-gutter-lint .cm-gutterElement': { padding: '0 0 0 0.2rem' },
  '.cm-lint-marker': { width: '0.7rem', height: '0.7rem' },
  '.cm-lint-marker-error': {
    content: '""',
    display: 'inline-block',
    borderRadius: '50%',
    backgroundColor: 'var(--_danger)',
  },
  '.cm-lineNumbers': { width: 'calc(var(--_code-gutter) - 1rem - 1px)' },
  '.cm-lineNumbers .cm-gutterElement': { padding: '0 0.4rem 0 0', minWidth: '0' },
  '.cm-activeLine': { backgroundColor: 'color-mix(in oklab, var(--_surface), transparent 30%)' },
  '.cm-activeLineGutter': { backgroundColor: 'var(--_raised)', color: 'var(--_text)' },
  '.cm-cursor, .cm-dropCursor': { borderLeftColor: 'var(--_accent)', borderLeftWidth: '2px' },
  '& > .cm-scroller > .cm-selectionLayer .cm-selectionBackground, &.cm-focused > .cm-scroller > .cm-selectionLayer .cm-selectionBackground':
    { background: 'color-mix(in oklab, var(--_accent), transparent 75%)' },
  '&.cm-focused .cm-matchingBracket, .cm-matchingBracket': {
    backgroundColor: 'color-mix(in oklab, var(--_accent), transparent 75%)',
    outline: 'none',
  },
  '.cm-placeholder': { color: 'var(--_muted)' },
  '.cm-lintRange-error': {
    backgroundImage: 'none',
    textDecoration: 'underline wavy var(--_danger) 1.5px',
    textUnderlineOffset: '0.2em',
    textDecorationSkipInk: 'none',
  },
  '.cm-lintPoint-error:after': { borderBottomColor: 'var(--_danger)' },
  '.cm-snippetField': { backgroundColor: 'color-mix(in oklab, var(--_accent), transparent 85%)' },
  '.cm-tooltip': {
    border: '1px solid var(--_border)',
    borderRadius: 'var(--_radius)',
    backgroundColor: 'var(--_background)',
    color: 'var(--_text)',
    boxShadow: '0 6px 20px rgb(0 0 0 / 18%)',
    zIndex: '20',
  },
  '.cm-tooltip.cm-tooltip-autocomplete > ul': {
    borderRadius: 'inherit',
    fontFamily: 'var(--_code-font)',
    fontSize: '0.8125rem',
    maxHeight: '14rem',
    minWidth: '14rem',
    maxWidth: 'min(30rem, 80vw)',
  },
  '.cm-tooltip.cm-tooltip-autocomplete > ul > li': { padding: '0.2rem 0.5rem', lineHeight: '1.25rem' },
  '.cm-tooltip.cm-tooltip-autocomplete > ul > li[aria-selected]': { backgroundColor: 'var(--_accent)', color: 'var(--_on-accent)' },
  '.cm-completionLabel': { fontWeight: '500' },
  '.cm-completionMatchedText': { textDecoration: 'none', fontWeight: '700' },
  '.cm-completionDetail': { color: 'var(--_muted)', fontStyle: 'normal', marginLeft: '0.6em' },
  '[aria-selected] .cm-completionDetail': { color: 'inherit' },
  '.cm-completionInfo.cm-tooltip': {
    padding: '0.4rem 0.6rem',
    maxWidth: '18rem',
    font: '400 0.8125rem/1.45 var(--_font)',
  },
  '.cm-diagnostic': { padding: '0.3rem 0.6rem', font: '400 0.8125rem/1.45 var(--_font)', maxWidth: '28rem' },
  '.cm-diagnostic-error': { borderLeft: '3px solid var(--_danger)' },
})

export const appearance = [look, syntaxHighlighting(colours)]
