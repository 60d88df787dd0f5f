// Renders the saved snapshots as a tree, with what can be done with each.

import { html, nothing } from 'lit'
import { printCount } from '../../playground/strings/counts.ts'
import { devtools as texts } from '../../playground/strings/english/devtools.ts'
import { tableHead } from '../../playground/kit/table-head.ts'
import { printBytes } from './names.ts'
import type { KeptSnapshot } from './shelf.ts'
import type { PlacedSnapshot } from './tree.ts'
import { treeOf } from './tree.ts'

export type SnapshotAction = 'restore' | 'branch' | 'download' | 'remove'

interface ListedSnapshots {
  readonly kept: readonly KeptSnapshot[]
  /** The one from which the store goes on. */
  readonly here: number | undefined
  readonly isBusy: boolean
  readonly act: (action: SnapshotAction, snapshot: KeptSnapshot) => void
}

export function snapshotList(listed: ListedSnapshots) {
  const words = texts.snapshots
  return html`<table>
    ${tableHead(words.saved, [words.name, words.created, [words.content, 'number'], [words.size, 'number']], html`<td></td>`)}
    <tbody>
      ${treeOf(listed.kept).map((placed) => row(listed, placed))}
    </tbody>
  </table>`
}

function row({ here, isBusy, act }: ListedSnapshots, { kept, depth }: PlacedSnapshot) {
  const words = texts.snapshots
  const { name } = kept
  const button = (action: SnapshotAction, hint = '') =>
    html`<button
      type="button"
      aria-label=${words.actionOn(words[action], name)}
      title=${hint || nothing}
      ?disabled=${isBusy}
      @click=${() => act(action, kept)}
    >
      ${words[action]}
    </button>`
  return html`<tr>
    <th scope="row" .style=${`padding-inline-start: ${0.5 + Math.min(depth, 8)}rem`}><bdi>${name}</bdi></th>
    <td>
      <time datetime=${new Date(kept.created).toISOString()}>${new Date(kept.created).toLocaleString()}</time>
      ${kept.id === here ? html`<strong class="here">${words.here}</strong>` : nothing}
    </td>
    <td class="number">${words.events(kept.events, printCount(kept.events))}</td>
    <td class="number">${printBytes(kept.bytes)}</td>
    <td class="actions">
      <span class="flow" role="group" aria-label=${words.actions(name)}>
        ${button('restore')} ${button('branch', words.branchHint)} ${button('download')} ${button('remove')}
      </span>
    </td>
  </tr>`
}
