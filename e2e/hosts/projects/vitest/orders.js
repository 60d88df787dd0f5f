// The application: a client of an event store, as it would be in production.

const base = 'http://localhost:2113'

export async function placeOrder(id, total) {
  const response = await fetch(`${base}/streams/order-${id}`, {
    method: 'POST',
    headers: { 'content-type': 'application/vnd.eventstore.events+json', 'ES-ExpectedVersion': '-1' },
    body: JSON.stringify([{ eventId: crypto.randomUUID(), eventType: 'OrderPlaced', data: { total } }]),
  })
  if (response.status === 400) throw new Error(response.statusText)
  return response.status
}

export async function sales() {
  const response = await fetch(`${base}/projection/sales/state`)
  return await response.json()
}

export const shopName = async () => await (await fetch('http://shop.test/name')).text()
