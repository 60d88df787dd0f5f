// An application with its own store, as it would be without any test.

import { startStore } from 'rillbox/browser'

const baseUrl = 'http://localhost:21138/es'
await startStore({ baseUrl, name: 'in-page' })

const stream = `${baseUrl}/streams/order-1`
const show = async (): Promise<void> => {
  const response = await fetch(stream, { headers: { accept: 'application/vnd.eventstore.atom+json' } })
  const text = response.ok ? `${((await response.json()) as { entries: object[] }).entries.length} events` : 'no order'
  document.querySelector('[role=status]')!.textContent = text
}
const pay = async (): Promise<void> => {
  const headers = { 'content-type': 'application/json', 'es-eventtype': 'OrderPaid', 'es-eventid': crypto.randomUUID() }
  await fetch(stream, { method: 'POST', headers, body: '{"total":12}' })
  await show()
}
const button = document.querySelector('button')!
button.addEventListener('click', () => void pay())
await show()
button.disabled = false
