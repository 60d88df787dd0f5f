// The application: shows the orders of a stream, and appends new ones to it.

const stream = 'http://localhost:2113/streams/orders'
const status = document.querySelector('[role=status]')

async function show() {
  const response = await fetch(`${stream}/0/forward/100?embed=body`, { headers: { accept: 'application/vnd.eventstore.atom+json' } })
  const entries = response.ok ? (await response.json()).entries.toReversed() : []
  const items = entries.map(({ data }) =>
    Object.assign(document.createElement('li'), { textContent: `Order over ${JSON.parse(data).total}` }),
  )
  document.querySelector('ol').replaceChildren(...items)
}

async function place(total) {
  const response = await fetch(stream, {
    method: 'POST',
    headers: { 'content-type': 'application/vnd.eventstore.events+json' },
    body: JSON.stringify([{ eventId: crypto.randomUUID(), eventType: 'OrderPlaced', data: { total } }]),
  })
  status.textContent = response.ok ? 'Thank you.' : 'Please try again later.'
}

async function order(form) {
  await place(Number(new FormData(form).get('total'))).catch(() => (status.textContent = 'You are offline.'))
  await show().catch(() => undefined)
}

document.querySelector('form').addEventListener('submit', (event) => {
  event.preventDefault()
  void order(event.target)
})

await show()
