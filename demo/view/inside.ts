// Shows what is inside the store: the projection's result, the last events, the last requests.

import type { RequestNote, StoredEvent } from '../shop/event-store.ts'
import type { Sales } from '../shop/sales.ts'
import { element, printMoney, printTime } from './dom.ts'

export function salesView({ orders, cancelled, revenue, products }: Sales): HTMLElement {
  const figure = (value: string, label: string, id: string) =>
    element('div', { className: 'figure' }, element('strong', { id }, value), element('span', {}, label))
  const sold = Object.values(products).toSorted((one, other) => other.revenue - one.revenue)
  const most = Math.max(1, ...sold.map((product) => product.revenue))
  const bars = sold.map((product) => {
    const bar = element('span', { className: 'bar' })
    bar.style.setProperty('--share', String(product.revenue / most))
    return element(
      'li',
      {},
      element('span', { className: 'name' }, product.name),
      bar,
      element('span', { className: 'money' }, `${product.quantity} · ${printMoney(product.revenue)}`),
    )
  })
  return element(
    'div',
    {},
    element(
      'div',
      { className: 'figures' },
      figure(String(orders), orders === 1 ? 'order' : 'orders', 'sales-orders'),
      figure(String(cancelled), 'cancelled', 'sales-cancelled'),
      figure(printMoney(revenue), 'revenue', 'sales-revenue'),
    ),
    bars.length ? element('ul', { className: 'bars' }, ...bars) : element('p', { className: 'empty' }, 'Waiting for the first order.'),
  )
}

export function eventsView(events: readonly StoredEvent[]): HTMLElement {
  if (!events.length) return element('p', { className: 'empty' }, 'No events yet.')
  const rows = events.map(({ stream, number, type, data, updated }) => {
    const text = data === undefined ? '' : JSON.stringify(data)
    return element(
      'tr',
      {},
      element('td', {}, element('code', {}, `${number}@${stream}`)),
      element('td', {}, type),
      element('td', { className: 'data', title: text }, text),
      element('td', { className: 'time' }, printTime(updated)),
    )
  })
  return table(['Event', 'Type', 'Data', 'Time'], rows)
}

export function requestsView(notes: readonly RequestNote[]): HTMLElement {
  const rows = notes.map(({ method, path, status, milliseconds }) =>
    element(
      'tr',
      {},
      element('td', {}, element('code', {}, method)),
      element('td', { className: 'data', title: path }, element('code', {}, path)),
      element('td', { className: status >= 400 || status === 0 ? 'bad' : '' }, status ? String(status) : 'none'),
      element(
        'td',
        { className: 'time' },
        milliseconds < 1000 ? `${Math.round(milliseconds)} ms` : `${(milliseconds / 1000).toFixed(1)} s`,
      ),
    ),
  )
  return table(['Method', 'Path', 'Status', 'Took'], rows)
}

function table(titles: readonly string[], rows: readonly HTMLElement[]): HTMLElement {
  const head = element('tr', {}, ...titles.map((title) => element('th', { scope: 'col' }, title)))
  return element('div', { className: 'scroll' }, element('table', {}, element('thead', {}, head), element('tbody', {}, ...rows)))
}
