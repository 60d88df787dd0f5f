// The parts of the page: streams, projections, requests, faults and the clock of a store.

import type { TemplateResult } from 'lit/html.js'
import { html, nothing } from 'lit/html.js'
import type { SeenEntry, SeenProjection, SeenRequest, SeenSteps } from './api.ts'
import type { Workbench } from './workbench.ts'
import { mostShown } from './workbench.ts'

export const page = (bench: Workbench): TemplateResult => html`
  <header>
    <h1>Rillbox workbench</h1>
    ${storeChoice(bench)} ${clock(bench)}
    <p role="status" class=${bench.problem === undefined ? 'quiet' : 'problem'}>${bench.problem ?? ''}</p>
  </header>
  <main>${streams(bench)} ${projections(bench)} ${requests(bench)} ${faults(bench)}</main>
`

const storeChoice = (bench: Workbench): TemplateResult => html`
  <label>
    Store
    <select @change=${(event: Event) => bench.choose({ store: valueOf(event) })}>
      <option value="" ?selected=${bench.store === ''}>the served one</option>
      ${bench.stores.map((name) => html`<option value=${name} ?selected=${bench.store === name}>${name}</option>`)}
    </select>
  </label>
`

const valueOf = (event: Event): string => (event.target as HTMLSelectElement).value

const minute = 60_000

const clock = (bench: Workbench): TemplateResult => html`
  <div role="group" aria-label="Clock">
    <time>${bench.clock?.now.slice(0, 19).replace('T', ' ') ?? ''}</time>
    <button @click=${() => bench.act('POST', bench.clock?.frozen ? '/clock/resume' : '/clock/freeze')}>
      ${bench.clock?.frozen ? 'Let time go on' : 'Freeze time'}
    </button>
    ${[
      ['1 minute', minute],
      ['1 hour', 60 * minute],
      ['1 day', 24 * 60 * minute],
    ].map(
      ([words, milliseconds]) => html`<button @click=${() => bench.act('POST', '/clock/advance', { milliseconds })}>+ ${words}</button>`,
    )}
  </div>
`

function streams(bench: Workbench): TemplateResult {
  const shown = bench.streams.filter(({ name }) => bench.showsSystem || !name.startsWith('$'))
  const list = shown.map(
    ({ name, events, deleted }) =>
      html`<li>
        <button class="choice" aria-pressed=${name === bench.stream} @click=${() => bench.choose({ stream: name })}>
          <span>${name}</span> <span>${deleted === 'no' ? events : 'deleted'}</span>
        </button>
      </li>`,
  )
  return html`<section aria-labelledby="streams">
    <h2 id="streams">Streams</h2>
    <label
      ><input type="checkbox" .checked=${bench.showsSystem} @change=${() => bench.choose({ showsSystem: !bench.showsSystem })} /> System
      streams too</label
    >
    ${
      shown.length === 0
        ? html`<p>No stream has an event yet.</p>`
        : html`<ul class="choices">
            ${list}
          </ul>`
    }
    ${bench.stream === undefined ? nothing : eventTable(bench.stream, bench.events)}
  </section>`
}

const eventTable = (stream: string, events: readonly SeenEntry[]): TemplateResult => html`
  <h3>${stream}</h3>
  ${
    events.length === 0
      ? html`<p>Readers find no event in it.</p>`
      : table(
          `Events of ${stream}`,
          ['Number', 'Type', 'Data', 'Time'],
          events.toReversed().map(({ number, type, data, at }) => [number, type, html`<code>${printed(data)}</code>`, at.slice(0, 19)]),
        )
  }
`

const printed = (data: unknown): string => (data === undefined ? '' : typeof data === 'string' ? data : JSON.stringify(data))

/** A table that scrolls by itself where it is too wide, also by keyboard. */
const table = (label: string, heads: readonly string[], rows: readonly (readonly unknown[])[]): TemplateResult => html`
  <div class="scroll" role="region" tabindex="0" aria-label=${label}>
    <table>
      <thead>
        <tr>
          ${heads.map((head) => html`<th scope="col">${head}</th>`)}
        </tr>
      </thead>
      <tbody>
        ${rows.map(
          (cells) =>
            html`<tr>
              ${cells.map((cell) => html`<td>${cell}</td>`)}
            </tr>`,
        )}
      </tbody>
    </table>
  </div>
`

function projections(bench: Workbench): TemplateResult {
  const list = bench.projections.map(
    ({ name, status, handled }) =>
      html`<li>
        <button class="choice" aria-pressed=${name === bench.projection} @click=${() => bench.choose({ projection: name })}>
          <span>${name}</span> <span class=${status.startsWith('Faulted') ? 'fault' : ''}>${status}, ${handled}</span>
        </button>
      </li>`,
  )
  const chosen = bench.projections.find(({ name }) => name === bench.projection)
  return html`<section aria-labelledby="projections">
    <h2 id="projections">Projections</h2>
    ${
      list.length === 0
        ? html`<p>There is no projection.</p>`
        : html`<ul class="choices">
            ${list}
          </ul>`
    }
    ${chosen === undefined ? nothing : projection(bench, chosen)}
  </section>`
}

const projection = (bench: Workbench, { name, reason, progress }: SeenProjection): TemplateResult => html`
  <h3>${name}</h3>
  <p>${progress < 0 ? 'Progress is not known' : `${progress.toFixed(0)} % read`}</p>
  ${reason === '' ? nothing : html`<pre class="fault" tabindex="0">${reason.trim()}</pre>`}
  <div role="group" aria-label="Projection ${name}">
    ${(['start', 'stop', 'reset'] as const).map(
      (command) =>
        html`<button @click=${() => bench.act('POST', `/projections/${encodeURIComponent(name)}/${command}`)}>
          ${command[0]!.toUpperCase() + command.slice(1)}
        </button>`,
    )}
    <button @click=${() => bench.runSteps()}>Run its steps</button>
  </div>
  ${states(bench)} ${bench.steps === undefined ? nothing : steps(bench.steps)}
`

function states(bench: Workbench): TemplateResult {
  const { partitions = [], state = '', result = '' } = bench.state ?? {}
  return html`
    ${
      partitions.length === 0
        ? nothing
        : html`<label>
            Partition
            <select @change=${(event: Event) => bench.choose({ partition: valueOf(event) })}>
              <option value="" ?selected=${bench.partition === ''}>none</option>
              ${partitions.map((name) => html`<option value=${name} ?selected=${bench.partition === name}>${name}</option>`)}
            </select>
          </label>`
    }
    <h4>State</h4>
    <pre tabindex="0">${state === '' ? 'There is none yet.' : indented(state)}</pre>
    ${
      result === '' || result === state
        ? nothing
        : html`<h4>Result</h4>
            <pre tabindex="0">${indented(result)}</pre>`
    }
  `
}

function indented(text: string): string {
  try {
    return JSON.stringify(JSON.parse(text), null, 2)
  } catch {
    return text
  }
}

const steps = ({ steps: taken, count, fault }: SeenSteps): TemplateResult => html`
  <h4>Steps</h4>
  <p>${count > mostShown ? `The last ${mostShown} of ${count}` : count}${fault === undefined ? '' : `; ended: ${fault}`}</p>
  ${table(
    'Last steps',
    ['Event', 'Type', 'Partition', 'State after', 'Emitted'],
    taken
      .toReversed()
      .map(({ stream, number, type, partition, after, emitted, fault: thrown }) => [
        `${number}@${stream}`,
        type,
        partition,
        thrown === undefined ? html`<code>${after}</code>` : html`<span class="fault">${thrown}</span>`,
        emitted.map((event) => `${event.type} to ${event.stream}`).join(', '),
      ]),
  )}
`

function requests(bench: Workbench): TemplateResult {
  const shown = bench.requests.slice(-mostShown).toReversed()
  const chosen = shown.find(({ id }) => id === bench.request)
  return html`<section aria-labelledby="requests">
    <h2 id="requests">Requests</h2>
    <button @click=${() => bench.act('DELETE', '/requests')}>Forget them</button>
    ${shown.length === 0 ? html`<p>No client has asked yet.</p>` : requestTable(bench, shown)}
    ${chosen === undefined ? nothing : request(chosen)}
  </section>`
}

const requestTable = (bench: Workbench, shown: readonly SeenRequest[]): TemplateResult =>
  table(
    'Last requests',
    ['Request', 'Answer', 'Milliseconds'],
    shown.map(({ id, method, url, response, outcome, milliseconds }) => [
      html`<button class="link" aria-pressed=${id === bench.request} @click=${() => bench.choose({ request: id })}>
        ${method} ${pathOf(url)}
      </button>`,
      response ? `${response.status} ${response.reason}` : outcome,
      milliseconds.toFixed(1),
    ]),
  )

const pathOf = (url: string): string => url.replace(/^\w+:\/\/[^/]+/, '')

const request = ({ method, url, body, response, error, answeredBy }: SeenRequest): TemplateResult => html`
  <h3>${method} ${pathOf(url)}</h3>
  <p>Answered by ${answeredBy === 'store' ? 'the store' : `the fault ${answeredBy}`}.</p>
  ${
    body === ''
      ? nothing
      : html`<h4>Body</h4>
          <pre tabindex="0">${indented(body)}</pre>`
  }
  ${
    response && response.body !== ''
      ? html`<h4>Answer</h4>
          <pre tabindex="0">${indented(response.body)}</pre>`
      : nothing
  }
  ${error === undefined ? nothing : html`<p class="fault">${error}</p>`}
`

function faults(bench: Workbench): TemplateResult {
  const { offline, rules } = bench.faults
  const list = rules.map(
    ({ id, rule, met }) =>
      html`<li>
        <code>${JSON.stringify(rule)}</code> met ${met} times
        <button aria-label="End the fault ${id}" @click=${() => bench.act('DELETE', `/faults/${encodeURIComponent(id)}`)}>End</button>
      </li>`,
  )
  return html`<section aria-labelledby="faults">
    <h2 id="faults">Faults</h2>
    <label>
      <input type="checkbox" .checked=${offline} @change=${() => bench.act('PUT', '/faults/offline', { offline: !offline })} /> Offline
    </label>
    <form @submit=${(event: SubmitEvent) => addFault(bench, event)}>
      <label>
        Fault
        <select name="kind">
          <option value="status">answers a status</option>
          <option value="latency">answers late</option>
          <option value="dropped">drops the connection</option>
        </select>
      </label>
      <label>Status, or milliseconds <input name="amount" type="number" min="0" value="503" required /></label>
      <label>Path <input name="path" placeholder="/streams/order-1" autocomplete="off" /></label>
      <label>Times <input name="times" type="number" min="1" value="1" /></label>
      <button>Add</button>
    </form>
    ${
      list.length === 0
        ? html`<p>No fault is in force.</p>`
        : html`<ul>
            ${list}
          </ul>`
    }
  </section>`
}

function addFault(bench: Workbench, event: SubmitEvent): void {
  event.preventDefault()
  const given = new FormData(event.target as HTMLFormElement)
  const text = (name: string): string => {
    const value = given.get(name)
    return typeof value === 'string' ? value : ''
  }
  const [kind, amount, path, times] = [text('kind'), Number(text('amount')), text('path'), text('times')]
  void bench.act('POST', '/faults', {
    kind,
    ...(kind === 'status' && { status: amount }),
    ...(kind === 'latency' && { milliseconds: amount }),
    ...(path !== '' && { path }),
    ...(times !== '' && { times: Number(times) }),
  })
}
