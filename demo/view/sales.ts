// Renders the sales figures from the projection's result.

import type { Sales } from '../shop/sales.ts'
import { element, printMoney } from './dom.ts'

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
