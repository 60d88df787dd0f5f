// Base of the forms about one stream: they send a request, and show the server's answer unchanged.

import type { PropertyValues } from 'lit'
import { LitElement } from 'lit'
import type { Store } from '../../../engine/store.ts'
import { theme } from '../../kit/style/theme.ts'
import { later, withState } from '../../kit/with-state.ts'
import type { PlaygroundSession } from '../../model/session.ts'
import type { Answer } from './answer.ts'
import { answerTo } from './answer.ts'
import { formStyles } from './form-styles.ts'

export abstract class StreamFormElement extends withState(LitElement, {
  session: later<PlaygroundSession>(),
  /** Name of the stream. */
  stream: '',
  answer: later<Answer>(),
  sending: false,
}) {
  static override styles = [theme, formStyles]

  protected override willUpdate(changed: PropertyValues<this>): void {
    super.willUpdate(changed)
    if (changed.has('stream') || changed.has('session')) this.begin()
  }

  /** Called when the form is about another stream. */
  protected abstract begin(): void

  /** Sends one request at a time. @returns whether it succeeded. */
  protected async send(request: (session: PlaygroundSession, store: Store) => Promise<Response>): Promise<boolean> {
    const { session } = this
    if (!session?.store || this.sending) return false
    this.sending = true
    this.answer = await answerTo(request(session, session.store))
    this.sending = false
    return this.answer.ok
  }
}
