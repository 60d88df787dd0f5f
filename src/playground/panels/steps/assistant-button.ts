// The button that copies a query with its events, state and fault for an assistant; what writes the text loads with the first click.

import { html } from 'lit'
import type { TraceStep } from '../../../engine/observe/trace.ts'
import type { Draft } from '../../model/draft/draft.ts'
import type { PlaygroundSession } from '../../model/session.ts'
import { kit as texts } from '../../strings/english/kit.ts'

/** @param step the one to copy. Default: the last events that the query handled. */
export const assistantButton = ({ store }: PlaygroundSession, draft: Draft, step?: TraceStep) => {
  const text = async (): Promise<string> => {
    const { assistantText } = await import('../../model/explain/assistant-text.ts')
    return store ? await assistantText(store, draft, step) : ''
  }
  return html`<rillbox-copy .label=${texts.copyForAssistant} .text=${text}></rillbox-copy>`
}
