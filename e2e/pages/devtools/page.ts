// An application with its own store, and the developer tools as the address asks for them: `?import=before`, `after` or `never`, `?stores=2`, `?clock=movable`.

// eslint-disable-next-line import/no-unassigned-import -- imported for its side effect
import '../harness.ts'
import { createStore, movableEnvironment, startStore } from 'rillbox/browser'

const asked = new URLSearchParams(location.search)
const when = asked.get('import') ?? 'before'
const loadDevtools = (): Promise<typeof import('rillbox/devtools')> => import('rillbox/devtools')

const baseUrl = 'http://localhost:21139'
const options = {
  baseUrl,
  name: 'devtools',
  ...(asked.get('clock') === 'movable' && { environment: movableEnvironment() }),
}
const query = "fromStream('notes').when({ $init: () => ({ count: 0 }), NoteWritten(state) { state.count++ } })"

if (when === 'before') await loadDevtools()
if (asked.get('store') !== 'none') {
  // As React's StrictMode does.
  const [store] = await Promise.all([startStore(options), startStore(options)])
  Object.assign(window, { store })
  if ((await store.streams()).every(({ name }) => name !== 'notes')) {
    await store.project('counts', query)
    await store.append('notes', { type: 'NoteWritten', data: { text: 'first' } })
  }
  await show()
}
if (when === 'after') await loadDevtools()
if (asked.get('stores') === '2') {
  const { inspectStore } = await loadDevtools()
  const other = createStore()
  await other.append('others', { type: 'OtherWritten', data: {} })
  Object.assign(window, { takeAway: inspectStore(other, 'another store') })
}

async function show(): Promise<void> {
  const response = await fetch(`${baseUrl}/streams/notes?embed=body`, {
    headers: { accept: 'application/vnd.eventstore.atom+json' },
  }).catch(() => undefined)
  byId('status').textContent = response ? `${response.status}` : 'no answer'
  if (!response?.ok) return
  const { entries } = (await response.json()) as { entries: { data: string }[] }
  const items = entries.map(({ data }) => Object.assign(document.createElement('li'), { textContent: JSON.parse(data).text as string }))
  byId('notes').replaceChildren(...items)
}

async function write(text: string): Promise<void> {
  const headers = { 'content-type': 'application/json', 'es-eventtype': 'NoteWritten', 'es-eventid': crypto.randomUUID() }
  await fetch(`${baseUrl}/streams/notes`, { method: 'POST', headers, body: JSON.stringify({ text }) }).catch(() => undefined)
  await show()
}

function byId(id: string): HTMLElement {
  return document.getElementById(id)!
}

byId('form').addEventListener('submit', (event) => {
  event.preventDefault()
  void write((byId('note') as HTMLInputElement).value)
})
byId('ask').addEventListener('click', () => (byId('dialog') as HTMLDialogElement).showModal())
// Keys of the application, which must not hear what is typed elsewhere.
document.addEventListener('keydown', ({ key }) => (byId('keys').textContent += key))
document.body.dataset['ready'] = 'yes'
