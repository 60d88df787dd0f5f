const server = 'http://localhost:2113'
const authorization = `Basic ${btoa('admin:changeit')}`

async function placeOrder(total) {
  const headers = { 'content-type': 'application/vnd.eventstore.events+json' }
  const body = JSON.stringify([{ eventId: crypto.randomUUID(), eventType: 'OrderPlaced', data: { total } }])
  const response = await fetch(`${server}/streams/orders`, { method: 'POST', headers, body })
  return response.status
}

async function sales() {
  const response = await fetch(`${server}/projection/sales/state`, { headers: { authorization } })
  return await response.json()
}

module.exports = { placeOrder, sales }
