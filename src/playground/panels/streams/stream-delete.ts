// <rillbox-stream-delete>: explains soft and hard deletes, and deletes a stream.

import { headerName } from '../../../base/release/spelling.ts'
import { html } from 'lit'
import { streamPath } from '../../../base/paths.ts'
import type { Store } from '../../../engine/store.ts'
import { visibleLine } from '../../kit/visible-text.ts'
import type { DoneDeed, UndoOffer } from '../../model/undo.ts'
import { streams as texts } from '../../strings/english/streams.ts'
import { withState } from '../../kit/with-state.ts'
import { answerShown } from '../append/form-parts.ts'
import { readMetadata } from '../../model/streams/read-events.ts'
import { StreamFormElement } from '../append/stream-form.ts'

export class StreamDeleteElement extends withState(StreamFormElement, { hard: false }) {
  protected override begin(): void {
    this.hard = false
    this.answer = undefined
  }

  protected override render() {
    return html`<form @submit=${this.#submit}>
      <fieldset>
        <legend>${texts.deleteStream(visibleLine(this.stream))}</legend>
        ${this.#choice(false, texts.softDelete, texts.softDeleteMeans)} ${this.#choice(true, texts.hardDelete, texts.hardDeleteMeans)}
      </fieldset>
      <div class="flow">
        <button class="destructive" aria-disabled=${this.sending}>${this.hard ? texts.deleteForGood : texts.deleteIt}</button>
      </div>
      ${answerShown(this.answer)}
    </form>`
  }

  #choice(hard: boolean, name: string, text: string) {
    return html`<label class="choice">
      <input type="radio" name="kind" .checked=${this.hard === hard} @change=${() => (this.hard = hard)} />
      <span><strong>${name}</strong><br /><span class="muted">${text}</span></span>
    </label>`
  }

  async #submit(event: Event): Promise<void> {
    event.preventDefault()
    const { stream, hard } = this
    let undo: UndoOffer | undefined
    const isDone = await this.send(async (session, store) => {
      const deed = { kind: 'deleted', what: 'stream', name: stream } as const
      undo = hard ? await session.prepareUndo(deed) : await this.#prepareWrite(store, deed)
      const headers: Record<string, string> = hard ? { [headerName(store.release, 'hardDelete')]: 'true' } : {}
      return await session.send('DELETE', streamPath(stream), { headers })
    })
    if (isDone) this.session?.undoing.offer(undo && { ...undo, undo: () => this.#takeBack(undo!) })
  }

  /** The form must not go on saying that the stream is deleted. */
  async #takeBack({ undo }: UndoOffer): Promise<void> {
    await undo()
    this.answer = undefined
  }

  /**
   * A soft delete is metadata: writing those from before takes it back, as on a server. The first write only wakes the stream, and hides
   * its old events; the second one shows them.
   */
  async #prepareWrite(store: Store, deed: DoneDeed): Promise<UndoOffer> {
    const { session, stream } = this
    const before = (await readMetadata(store, stream))?.trim() || '{}'
    const undo = async (): Promise<void> => {
      for (let write = 0; write < 2; write++) {
        const headers = { 'Content-Type': 'application/json', [headerName(store.release, 'eventId')]: crypto.randomUUID() }
        await session?.send('POST', `${streamPath(stream)}/metadata`, { headers, body: before })
      }
    }
    return { deed, undo }
  }
}
