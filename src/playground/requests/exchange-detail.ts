// Renders one exchange in full: headers and bodies of both sides, and commands that repeat the request.

import { html, nothing } from 'lit'
import type { LoggedExchange } from '../../engine/observe/request-log.ts'
import { counted } from '../ui-kit/counted.ts'
import { clientCall } from './client-call.ts'
import { curlCommand } from './curl.ts'
import { isXml, whyUnanswered } from './exchange-row.ts'
import { fetchCall } from './fetch-call.ts'
import { sentRequest } from './sent-request.ts'
import { xmlLines } from './xml-lines.ts'

type Headers = LoggedExchange['requestHeaders']

/** @param raw whether bodies appear exactly as sent. */
export function exchangeDetail(exchange: LoggedExchange, raw: boolean, setRaw: (raw: boolean) => void) {
  const { requestHeaders, requestBody, requestBytes, outcome, answeredBy } = exchange
  const sent = sentRequest(exchange)
  const call = clientCall(sent)
  return html`
    <div class="detail" part="detail">
      <div class="actions">
        <rillbox-copy label="Copy as curl" .text=${() => curlCommand(sent)}></rillbox-copy>
        <rillbox-copy label="Copy as fetch" .text=${() => fetchCall(sent)}></rillbox-copy>
        ${call === undefined ? nothing : html`<rillbox-copy label="Copy as Node client" .text=${() => call}></rillbox-copy>`}
        <label class="switch">
          <input type="checkbox" .checked=${raw} @change=${(event: Event) => setRaw((event.target as HTMLInputElement).checked)} />
          Raw bodies
        </label>
      </div>
      ${answeredBy === 'store' ? nothing : html`<p class="warning">Answered by the fault rule “${answeredBy.fault}”, not by the store.</p>`}
      <div class="sides">
        <section aria-label="Request">
          <p class="heading" aria-hidden="true">Request</p>
          ${headersShown(requestHeaders)} ${bodyShown('request body', requestHeaders, requestBody, requestBytes, raw)}
        </section>
        <section aria-label="Response">
          <p class="heading" aria-hidden="true">Response</p>
          ${
            outcome.kind === 'answered'
              ? html`${headersShown(outcome.headers)} ${bodyShown('response body', outcome.headers, outcome.body, outcome.bytes, raw)}`
              : html`<p class="danger">${whyUnanswered(outcome)}</p>`
          }
        </section>
      </div>
    </div>
  `
}

function headersShown(headers: Headers) {
  if (headers.length === 0) return html`<p class="muted">No headers.</p>`
  const isCors = ([name]: Headers[number]): boolean => name.toLowerCase().startsWith('access-control-')
  const cors = headers.filter(isCors)
  return html`
    ${headerList(headers.filter((header) => !isCors(header)))}
    ${
      cors.length === 0
        ? nothing
        : html`<details>
            <summary>${counted(cors.length, 'CORS header')}</summary>
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
          <dt>${name}:</dt>
          <dd>${value}</dd>
        </div>`,
    )}
  </dl>`

function bodyShown(what: string, headers: Headers, body: string, bytes: Uint8Array | undefined, raw: boolean) {
  if (bytes) return html`<rillbox-json what=${what} .bytes=${bytes}></rillbox-json>`
  if (body === '') return html`<p class="muted">No body.</p>`
  const text = !raw && isXml(headers) ? xmlLines(body) : body
  return html`<rillbox-json what=${what} .text=${text} ?raw=${raw}></rillbox-json>`
}
