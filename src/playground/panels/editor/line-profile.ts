// Shows in the editor's gutter how often lines ran, what handlers cost, and which lines no event has run.

import { RangeSet, StateEffect, StateField } from '@codemirror/state'
import type { Extension, Range, TransactionSpec } from '@codemirror/state'
import { EditorView, GutterMarker, gutter } from '@codemirror/view'
import type { LineCost, ProfiledQuery } from '../../model/trace/profiling.ts'
import { costText, costTitle } from '../steps/line-cost.ts'

const profileEffect = StateEffect.define<ProfiledQuery | undefined>()

class CostMarker extends GutterMarker {
  readonly #cost: LineCost

  constructor(cost: LineCost) {
    super()
    this.#cost = cost
    this.elementClass = cost.times === 0 ? 'cm-never' : ''
  }

  override eq(other: CostMarker): boolean {
    return costText(other.#cost) === costText(this.#cost)
  }

  override toDOM(): Node {
    const element = document.createElement('span')
    element.textContent = costText(this.#cost)
    element.title = costTitle(this.#cost)
    return element
  }
}

const field = StateField.define<RangeSet<GutterMarker>>({
  create: () => RangeSet.empty,
  update(markers, { effects, state, docChanged }) {
    for (const effect of effects) {
      if (!effect.is(profileEffect)) continue
      // A profile of another text has other lines.
      if (!effect.value || effect.value.query.replaceAll(/\r\n?/g, '\n') !== state.doc.toString()) return RangeSet.empty
      const ranges = effect.value.lines
        .filter(({ line }) => line <= state.doc.lines)
        .map((cost): Range<GutterMarker> => new CostMarker(cost).range(state.doc.line(cost.line).from))
      return RangeSet.of(ranges)
    }
    return docChanged ? RangeSet.empty : markers
  },
})

const look = EditorView.baseTheme({
  '.cm-profile': { fontSize: '0.6875rem', color: 'var(--_muted)', textAlign: 'end' },
  // An empty gutter takes no room.
  '.cm-profile span': { paddingInline: '0.25rem', whiteSpace: 'nowrap' },
  '.cm-profile .cm-never': { color: 'var(--_danger)', boxShadow: 'inset -2px 0 var(--_danger)' },
})

/** Takes no room while there is nothing to show. */
export const lineProfile: Extension = [field, gutter({ class: 'cm-profile', markers: (view) => view.state.field(field) }), look]

/** Shows a profile; undefined for none. */
export const showProfile = (profile: ProfiledQuery | undefined): TransactionSpec => ({ effects: profileEffect.of(profile) })
