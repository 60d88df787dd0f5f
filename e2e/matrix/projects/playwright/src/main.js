import { placeOrder, readOrders } from './orders.js'

async function order() {
  await placeOrder(30)
  document.querySelector('[role=status]').textContent = (await readOrders()).join(', ')
}

document.querySelector('button').addEventListener('click', () => void order())
