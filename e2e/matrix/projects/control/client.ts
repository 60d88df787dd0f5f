import createClient from 'openapi-fetch'
import type { paths } from './api.d.ts'

const baseUrl = process.env['RILLBOX'] ?? 'http://localhost:2113'
const control = createClient<paths>({ baseUrl })
const { data: store } = await control.POST('/-/stores')
if (!store) throw new Error('There is no store.')

const application = createClient<paths>({ baseUrl: store.url })
const body = [{ eventId: crypto.randomUUID(), eventType: 'OrderPlaced', data: { total: 12 } }]
const headers = { 'Content-Type': 'application/vnd.eventstore.events+json' }
await application.POST('/streams/{stream}', { params: { path: { stream: 'order-1' } }, headers, body })
await control.GET('/-/s/{store}/-/settled', { params: { path: { store: store.name } } })
const page = {
  params: { path: { stream: 'order-1', event: '0', count: '20' } },
  headers: { Accept: 'application/vnd.eventstore.atom+json' },
}
const { data: feed } = await application.GET('/streams/{stream}/{event}/forward/{count}', page)
await control.DELETE('/-/stores/{name}', { params: { path: { name: store.name } } })
if (!feed || !('entries' in feed) || feed.entries[0]?.summary !== 'OrderPlaced') throw new Error('The order is not there.')
console.log('passed')
