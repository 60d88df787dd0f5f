// The two splitters of the playground: between query and result, and above the tabs; moved by pointer or keyboard.

import type { ReactiveController, ReactiveControllerHost } from 'lit'
import { html } from 'lit'
import { frame as texts } from '../strings/english/frame.ts'
import { hasModifier } from '../kit/modifiers.ts'
import { isRtl } from './direction.ts'
import type { PaneSizes, SplitAxis } from './pane-sizes.ts'
import { largestShare, rememberSizes, rememberedSizes, shareAt, shareForKey, smallestShare } from './pane-sizes.ts'

type Host = ReactiveControllerHost & HTMLElement & { readonly renderRoot: HTMLElement | DocumentFragment }

const storage = (): Storage => localStorage

/** Panes on both sides of a splitter, by the ids of their panels. */
const sides = { columns: ['editor', 'result'], rows: ['result', undefined] } as const

export class Splitters implements ReactiveController {
  readonly #host: Host
  #sizes: PaneSizes = rememberedSizes(storage)

  constructor(host: Host) {
    this.#host = host
    host.addController(this)
  }

  hostUpdated(): void {
    const frame = this.#frame
    if (!frame) return
    for (const axis of ['columns', 'rows'] as const) {
      const share = this.#sizes[axis]
      frame.style.setProperty(`--_${axis}-first`, share === undefined ? null : `${share}fr`)
      frame.style.setProperty(`--_${axis}-second`, share === undefined ? null : `${100 - share}fr`)
    }
    this.measure()
  }

  /** Says the sizes of the panes to screen readers, after a change of the layout too. */
  measure(): void {
    for (const axis of ['columns', 'rows'] as const)
      this.#host.renderRoot.querySelector(`.split.${axis}`)?.setAttribute('aria-valuenow', String(Math.round(this.#share(axis))))
  }

  view(axis: SplitAxis) {
    return html`
      <div
        class="split ${axis}"
        part="splitter"
        role="separator"
        tabindex="0"
        aria-orientation=${axis === 'columns' ? 'vertical' : 'horizontal'}
        aria-label=${texts.splitters[axis]}
        aria-valuemin=${smallestShare}
        aria-valuemax=${largestShare}
        aria-valuenow="50"
        title=${texts.splitterHint}
        @pointerdown=${this.#onDown}
        @pointermove=${(event: PointerEvent) => this.#onMove(event, axis)}
        @keydown=${(event: KeyboardEvent) => this.#onKey(event, axis)}
        @dblclick=${() => this.#resize(axis, undefined)}
      ></div>
    `
  }

  readonly #onDown = (event: PointerEvent): void => {
    const splitter = event.currentTarget as HTMLElement
    // Would select text on its way.
    event.preventDefault()
    splitter.focus({ preventScroll: true })
    splitter.setPointerCapture(event.pointerId)
  }

  #onMove(event: PointerEvent, axis: SplitAxis): void {
    if (!(event.currentTarget as HTMLElement).hasPointerCapture(event.pointerId)) return
    const [start, end] = this.#extent(axis)
    this.#resize(axis, shareAt(axis === 'columns' ? event.clientX : event.clientY, start, end))
  }

  #onKey(event: KeyboardEvent, axis: SplitAxis): void {
    if (hasModifier(event)) return
    if (event.key !== 'Enter') {
      const share = shareForKey(event.key, this.#share(axis), axis, isRtl(this.#host))
      if (share === undefined) return
      this.#resize(axis, share)
    } else this.#resize(axis, undefined)
    event.preventDefault()
  }

  #resize(axis: SplitAxis, share: number | undefined): void {
    this.#sizes = { ...this.#sizes, [axis]: share }
    rememberSizes(storage, this.#sizes)
    this.#host.requestUpdate()
  }

  #share(axis: SplitAxis): number {
    const [start, end] = this.#extent(axis)
    const first = this.#box(sides[axis][0])
    if (!first) return 50
    const edge = axis === 'rows' ? first.bottom : isRtl(this.#host) ? first.left : first.right
    return shareAt(edge, start, end)
  }

  /** Where the first pane begins and the second ends. */
  #extent(axis: SplitAxis): readonly [number, number] {
    const frame = this.#frame!.getBoundingClientRect()
    if (axis === 'columns') return isRtl(this.#host) ? [frame.right, frame.left] : [frame.left, frame.right]
    const top = (this.#box('result') ?? this.#box('editor'))?.top ?? frame.top
    // The tabs' bar keeps its height, whatever the panes have.
    const bar = this.#host.renderRoot.querySelector('[role="tablist"]')?.getBoundingClientRect().height ?? 0
    return [top, frame.bottom - bar]
  }

  #box(id: string): DOMRect | undefined {
    return this.#host.renderRoot.querySelector(`#${id}`)?.getBoundingClientRect()
  }

  get #frame(): HTMLElement | null {
    return this.#host.renderRoot.querySelector<HTMLElement>('.frame:not(.resting)')
  }
}
