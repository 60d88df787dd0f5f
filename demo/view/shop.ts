// Renders products, basket and orders, and reports the customer's actions.

import type { Product } from '../shop/catalogue.ts'
import type { Line, Order } from '../shop/order.ts'
import { total } from '../shop/order.ts'
import { drawing, element, printMoney, printTime } from './dom.ts'

export const productList = (products: readonly Product[], onAdd: (id: string) => void): HTMLElement[] =>
  products.map(({ id, name, note, price, picture }) =>
    element(
      'li',
      { className: 'product' },
      drawing(picture),
      element('div', {}, element('h3', {}, name), element('p', {}, note)),
      element(
        'p',
        { className: 'buy' },
        element('span', {}, printMoney(price)),
        element('button', { type: 'button', onclick: () => onAdd(id), attributes: { 'aria-label': `Add ${name} to the basket` } }, 'Add'),
      ),
    ),
  )

export interface BasketActions {
  readonly onChange: (product: string, change: number) => void
  readonly onOrder: () => void
}

export function basketView(lines: readonly Line[], isOrdering: boolean, { onChange, onOrder }: BasketActions): HTMLElement {
  if (!lines.length) return element('p', { className: 'empty' }, 'Nothing in it yet.')
  const step = (line: Line, change: number, sign: string, what: string) =>
    element(
      'button',
      {
        type: 'button',
        className: 'step',
        onclick: () => onChange(line.product, change),
        attributes: { 'aria-label': `${what} ${line.name}` },
      },
      sign,
    )
  const rows = lines.map((line) =>
    element(
      'li',
      {},
      element('span', { className: 'name' }, line.name),
      element('span', { className: 'steps' }, step(line, -1, '−', 'One less of'), String(line.quantity), step(line, 1, '+', 'One more of')),
      element('span', { className: 'money' }, printMoney(line.quantity * line.price)),
    ),
  )
  const order = element('button', { type: 'button', className: 'main', disabled: isOrdering, onclick: onOrder }, 'Place the order')
  const sum = element('p', { className: 'sum' }, element('strong', {}, printMoney(total(lines))), order)
  return element('div', {}, element('ul', { className: 'lines' }, ...rows), sum)
}

export function ordersView(orders: readonly Order[], onCancel: (order: Order) => void): HTMLElement {
  if (!orders.length) return element('p', { className: 'empty' }, 'No orders yet. The first one starts a stream of its own.')
  const rows = orders.map((order) =>
    element(
      'li',
      { className: order.cancelled ? 'cancelled' : '' },
      element('span', { className: 'name' }, element('code', {}, order.stream), element('small', {}, printTime(order.placed))),
      element('span', { className: 'what' }, order.lines.map(({ quantity, name }) => `${quantity} × ${name}`).join(', ')),
      element('span', { className: 'money' }, printMoney(total(order.lines))),
      order.cancelled
        ? element('span', { className: 'mark' }, 'cancelled')
        : element(
            'button',
            {
              type: 'button',
              className: 'quiet small',
              onclick: () => onCancel(order),
              attributes: { 'aria-label': `Cancel ${order.stream}` },
            },
            'Cancel',
          ),
    ),
  )
  return element('ul', { className: 'orders' }, ...rows)
}
