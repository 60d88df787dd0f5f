// Renders one request in full: headers and bodies of both sides, and code that repeats it.

import { html, nothing } from 'lit'
import type { LoggedExchange } from '../../../engine/observe/request-log.ts'
import { visibleLine } from '../../kit/visible-text.ts'
import { requests as texts } from '../../strings/english/requests.ts'
import type { ListedRequest } from './exchange-row.ts'
import { isAnswered, isMissing, isXml, statusOf } from './exchange-row.ts'
import { sentRequest } from '../../model/requests/next-time.ts'
import { xmlLines } from './xml-lines.ts'
import { tickField } from '../../kit/fields.ts'

type Headers = LoggedExchange['requestHeaders']

/** @param raw whether bodies appear exactly as sent. */
export function exchangeDetail(request: ListedRequest, raw: boolean, setRaw: (raw: boolean) => void) {
  const answeredBy = isAnswered(request) ? request.answeredBy : 'store'
  return html`
    <div class="detail" part="detail">
      <div class="actions flow">
        <rillbox-snippets .request=${sentRequest(request)}></rillbox-snippets>
        ${tickField(texts.rawBodies, raw, setRaw)}
      </div>
      ${answeredBy === 'store' ? nothing : html`<p class="warning">${texts.answeredByFault(answeredBy.fault)}</p>`}
      ${isMissing(request) ? html`<p class="muted note fine">${texts.missing}</p>` : nothing}
      <div class="sides">
        <section class="box" aria-label=${texts.request}>
          <p class="heading" aria-hidden="true">${texts.request}</p>
          ${headersShown(request.requestHeaders)}
          ${bodyShown(texts.requestBody, { headers: request.requestHeaders, body: request.requestBody, bytes: request.requestBytes }, raw)}
        </section>
        <section class="box" aria-label=${texts.response}>
          <p class="heading" aria-hidden="true">${texts.response}</p>
          ${responseShown(request, raw)}
        </section>
      </div>
    </div>
  `
}

function responseShown(request: ListedRequest, raw: boolean) {
  if (!isAnswered(request) || request.outcome.kind !== 'answered')
    return html`<p class=${isAnswered(request) && request.outcome.kind !== 'aborted' ? 'danger' : 'muted'}>${statusOf(request).why}</p>`
  return html`${headersShown(request.outcome.headers)} ${bodyShown(texts.responseBody, request.outcome, raw)}`
}

function headersShown(headers: Headers) {
  if (headers.length === 0) return html`<p class="muted">${texts.noHeaders}</p>`
  const isCors = ([name]: Headers[number]): boolean => name.toLowerCase().startsWith('access-control-')
  const cors = headers.filter(isCors)
  return html`
    ${headerList(headers.filter((header) => !isCors(header)))}
    ${
      cors.length === 0
        ? nothing
        : html`<details>
            <summary>${texts.corsHeaders(cors.length)}</summary>
            ${headerList(cors)}
          </details>`
    }
  `
}

const headerList = (headers: Headers) =>
  html`<dl>
    ${headers.map(
      ([name, value]) =>
        html`<div>
          <dt class="muted">${name}:</dt>
          <dd>${visibleLine(value)}</dd>
        </div>`,
    )}
  </dl>`

interface Message {
  readonly headers: Headers
  readonly body: string
  readonly bytes?: Uint8Array | undefined
}

function bodyShown(what: string, { headers, body, bytes }: Message, raw: boolean) {
  if (bytes) return html`<rillbox-json .what=${what} .bytes=${bytes}></rillbox-json>`
  if (body === '') return html`<p class="muted">${texts.noBody}</p>`
  const text = !raw && isXml(headers) ? xmlLines(body) : body
  return html`<rillbox-json .what=${what} .text=${text} .raw=${raw}></rillbox-json>`
}
