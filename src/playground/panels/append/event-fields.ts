// Renders the fields of one event in the append form: its type with those of earlier events, data and metadata.

import { html, nothing } from 'lit'
import { visibleLine } from '../../kit/visible-text.ts'
import { streams as texts } from '../../strings/english/streams.ts'
import type { EventDraft, FieldFault, FieldId } from './append-request.ts'
import { jsonField, textField } from './form-parts.ts'
import type { KnownType } from '../../model/streams/known-types.ts'

export interface EventFields {
  readonly event: EventDraft
  readonly index: number
  /** How many events the form has. */
  readonly count: number
  readonly known: readonly KnownType[]
  readonly fault: (field: FieldId) => FieldFault | undefined
  readonly edit: (change: (event: EventDraft) => EventDraft) => void
  readonly setType: (type: string) => void
  readonly remove: () => void
}

/** Types offered as buttons; the field offers all of them. */
const mostButtons = 6

export function eventFields(fields: EventFields) {
  const { event, index, count, known, fault, edit, remove } = fields
  const source = known.find(({ type, data }) => type === event.type && (data ?? '') === event.data)
  const content = html`
    ${typeField(fields)}
    ${jsonField({
      id: `data-${index}`,
      label: texts.dataJson,
      hint: source && source.data !== undefined ? texts.prefilled(visibleLine(source.event)) : undefined,
      rows: 5,
      value: event.data,
      fault: fault(`data-${index}`),
      edit: (data) => edit((each) => ({ ...each, data })),
    })}
    <details ?open=${fault(`metadata-${index}`) !== undefined}>
      <summary>${texts.metadata}</summary>
      ${jsonField({
        id: `metadata-${index}`,
        label: texts.metadataJson,
        rows: 3,
        value: event.metadata,
        fault: fault(`metadata-${index}`),
        edit: (metadata) => edit((each) => ({ ...each, metadata })),
      })}
    </details>
  `
  if (count === 1) return content
  return html`<fieldset class="event">
    <legend>${texts.eventOf(index + 1)}</legend>
    ${content}
    <button type="button" class="small remove" @click=${remove}>${texts.removeEvent(index + 1)}</button>
  </fieldset>`
}

function typeField({ event, index, known, fault, setType }: EventFields) {
  const buttons = known.slice(0, mostButtons)
  return html`
    ${textField({
      id: `type-${index}`,
      label: texts.eventType,
      list: 'types',
      value: event.type,
      fault: fault(`type-${index}`),
      edit: setType,
    })}
    ${
      buttons.length === 0
        ? nothing
        : html`<div class="types flow" role="group" aria-label=${texts.knownTypes}>
            ${buttons.map(
              ({ type }) =>
                html`<button
                  type="button"
                  class="small type cut"
                  aria-pressed=${type === event.type}
                  title=${visibleLine(type)}
                  @click=${() => setType(type)}
                >
                  ${visibleLine(type)}
                </button>`,
            )}
          </div>`
    }
  `
}
