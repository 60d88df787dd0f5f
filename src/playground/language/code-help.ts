// Explains the word under the pointer, or at the caret with F1, in the loaded editor.

import { ensureSyntaxTree } from '@codemirror/language'
import type { Extension } from '@codemirror/state'
import { StateEffect, StateField } from '@codemirror/state'
import type { Tooltip } from '@codemirror/view'
import { EditorView, hoverTooltip, keymap, showTooltip } from '@codemirror/view'
import type { StoreNames } from '../model/store/store-names.ts'
import type { WordHelp } from './word-help.ts'
import { helpAt } from './word-help.ts'

/** Milliseconds for parsing the rest of the text: queries are short. */
export const parseTime = 100

export function wordHelp(names: () => Promise<StoreNames>): Extension {
  const find = async ({ state }: EditorView, at: number): Promise<WordHelp | undefined> => {
    const tree = ensureSyntaxTree(state, state.doc.length, parseTime)
    return tree ? helpAt(tree, state.doc.toString(), at, await names()) : undefined
  }
  const explain = (view: EditorView): boolean => {
    const { state } = view
    void find(view, state.selection.main.head).then((help) => {
      // The reader may have gone on writing.
      if (!help || view.state !== state) return
      view.dispatch({ effects: [showHelp.of(help), EditorView.announce.of(`${help.word} ${help.detail}. ${help.explanation}`)] })
    })
    return true
  }
  return [
    hoverTooltip(
      async (view, at) => {
        const help = await find(view, at)
        return help ? tooltipOf(help) : null
      },
      // The word may be gone.
      { hideOnChange: true },
    ),
    helpAtCaret,
    keymap.of([{ key: 'F1', run: explain, preventDefault: true }]),
  ]
}

const showHelp = StateEffect.define<WordHelp>()

/** The explanation that F1 asked for; any step of the caret and any change closes it. */
const helpAtCaret = StateField.define<Tooltip | null>({
  create: () => null,
  update(shown, { effects, docChanged, selection }) {
    for (const effect of effects) if (effect.is(showHelp)) return tooltipOf(effect.value)
    return docChanged || selection ? null : shown
  },
  provide: (field) => showTooltip.from(field),
})

const tooltipOf = ({ from, to, word, detail, explanation }: WordHelp): Tooltip => ({
  pos: from,
  end: to,
  above: true,
  create: () => {
    const dom = document.createElement('div')
    dom.className = 'cm-word-help'
    const name = dom.appendChild(document.createElement('code'))
    name.textContent = detail.startsWith('(') ? `${word}${detail}` : `${word}: ${detail || 'any'}`
    dom.appendChild(document.createElement('p')).textContent = explanation
    return { dom }
  },
})
