import { startStore } from 'rillbox/browser'
await startStore({ baseUrl: '/_store' })

// The application.
const stream = '/_store/streams/visits'
const headers = { 'content-type': 'application/vnd.eventstore.events+json' }
await fetch(stream, { method: 'POST', headers, body: JSON.stringify([{ eventId: crypto.randomUUID(), eventType: 'Visited', data: {} }]) })
const feed = await fetch(stream, { headers: { accept: 'application/vnd.eventstore.atom+json' } })
document.title = `${(await feed.json()).entries.length} visits`
