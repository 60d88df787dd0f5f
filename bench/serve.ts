// Measures `rillbox serve` as it is published, and snapshots, and prints one line of JSON per figure.
//
//   npm run build:package && npm run bench:serve [-- --only default|start|pages|busy|many|live|grpc|snapshot] [--source | --dist DIR]
//
// Every figure is taken twice: with the default configuration, in which the system projections run, and without them.
// `--source` runs the sources instead of the build; `--other DIR` has live events take turns with another build. On a busy machine trust the figures per second of processor time, not those of the clock.

import { execFileSync, spawn } from 'node:child_process'
import type { ChildProcess } from 'node:child_process'
import { readFileSync, rmSync, mkdtempSync } from 'node:fs'
import { connect } from 'node:net'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { createStore } from '../src/index.ts'
import { measureCalls } from './calls.ts'
import { measureLive } from './live.ts'

const { values } = parseArgs({
  options: {
    only: { type: 'string' },
    source: { type: 'boolean', default: false },
    dist: { type: 'string' },
    other: { type: 'string' },
    place: { type: 'string' },
    row: { type: 'string' },
  },
})
const root = join(import.meta.dirname, '..')
/** `--dist` names another build, to compare with. */
const command = values.source ? join(root, 'src', 'cli.ts') : join(resolve(values.dist ?? join(root, 'dist')), 'cli.js')

function print(name: string, figures: Readonly<Record<string, number>>): void {
  console.log(
    JSON.stringify({ name, ...Object.fromEntries(Object.entries(figures).map(([key, value]) => [key, Number(value.toPrecision(4))])) }),
  )
}

interface Server {
  readonly child: ChildProcess
  readonly url: URL
  /** Milliseconds from the start of the process. */
  readonly started: number
}

const serve = (...given: string[]): Promise<Server> => serveWith(command, given)

function serveWith(script: string, given: readonly string[]): Promise<Server> {
  const begun = performance.now()
  const child = spawn(process.execPath, [script, 'serve', '--port', '0', ...given], { stdio: ['ignore', 'pipe', 'inherit'] })
  children.add(child)
  return new Promise((resolve, reject) => {
    child.once('exit', (code) => reject(new Error(`The server ended with ${code}.`)))
    child.stdout.setEncoding('utf8').once('data', (line: string) => {
      const started = performance.now() - begun
      resolve({ child, started, url: new URL(/http:\S+?:\d+/.exec(line)![0]) })
    })
  })
}

const stop = (child: ChildProcess): Promise<void> =>
  new Promise((resolve) => {
    child.removeAllListeners('exit')
    child.once('exit', () => {
      children.delete(child)
      resolve()
    })
    child.kill('SIGTERM')
  })

/** Milliseconds of processor time of a process and its threads; known on Linux only. */
function processorTime({ pid }: ChildProcess): number {
  if (process.platform !== 'linux') return Number.NaN
  const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1]!.split(' ')
  return ((Number(fields[11]) + Number(fields[12])) * 1000) / ticksPerSecond()
}

const ticksPerSecond = (): number => Number(execFileSync('getconf', ['CLK_TCK'], { encoding: 'utf8' }))

/** Where a store keeps its events, and whether the system projections run. */
function configurations(folder: string): { readonly name: string; readonly given: readonly string[]; readonly isDefault: boolean }[] {
  return [['in memory', []] as const, ['on disk', ['--db']] as const].flatMap(([place, options]) =>
    [true, false].map((isDefault) => {
      const name = isDefault ? place : `${place}, without system projections`
      const db = options.length > 0 ? [...options, join(folder, isDefault ? 'default' : 'without')] : []
      return { name, given: isDefault ? db : [...db, '--no-system-projections'], isDefault }
    }),
  )
}

const median = (numbers: readonly number[]): number => numbers.toSorted((a, b) => a - b)[numbers.length >> 1]!

async function start(): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'rillbox-bench-'))
  for (const { name, given } of configurations(folder)) {
    const runs: Server[] = []
    const processor: number[] = []
    for (let run = 0; run < 9; run++) {
      const server = await serve(...given)
      processor.push(processorTime(server.child))
      runs.push(server)
      await stop(server.child)
    }
    const times = runs.map(({ started }) => started)
    print(`start ${name}`, { milliseconds: median(times), fastest: Math.min(...times), processor: median(processor) })
  }
  rmSync(folder, { recursive: true })
}

/** Connections that each request one page after the other. */
async function pages(): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'rillbox-bench-'))
  for (const { name: place, given, isDefault } of configurations(folder)) {
    const { child, url } = await serve(...given)
    await fill(url, 'orders', 100)
    if (isDefault) await indexed(url, 100)
    for (const [name, path] of [
      ['page of 20', '/streams/orders/40/forward/20'],
      ['page of 20 with bodies', '/streams/orders/40/forward/20?embed=body'],
      ['event', '/streams/orders/40'],
    ] as const) {
      const accept = name === 'event' ? 'application/json' : atom
      await load(url, path, accept, 1500)
      const [processor, begun] = [processorTime(child), performance.now()]
      const requests = 6000
      await load(url, path, accept, requests)
      const used = processorTime(child) - processor
      print(`${name} ${place}`, {
        perSecond: (requests * 1000) / (performance.now() - begun),
        perProcessorSecond: (requests * 1000) / used,
      })
    }
    await stop(child)
  }
  rmSync(folder, { recursive: true })
}

async function fill({ href }: URL, stream: string, count: number): Promise<void> {
  const events = Array.from({ length: count }, (_, n) => ({
    eventId: crypto.randomUUID(),
    eventType: 'OrderPlaced',
    data: { number: n, customer: 'a name of usual length', lines: [{ article: 'A-17', quantity: 2, price: 12.5 }] },
    metadata: { user: 'ann' },
  }))
  const headers = { 'Content-Type': 'application/vnd.eventstore.events+json' }
  const response = await fetch(`${href}streams/${stream}`, { method: 'POST', headers, body: JSON.stringify(events) })
  if (response.status !== 201) throw new Error(`The server took no events: ${response.status}.`)
}

/** Waits until the index by type names this many events, and every projection reports that it has caught up. */
async function indexed({ href }: URL, count: number): Promise<void> {
  const authorization = `Basic ${btoa('admin:changeit')}`
  for (;;) {
    const last = await fetch(`${href}streams/%24et-OrderPlaced/${count - 1}`, { headers: { authorization, Accept: 'application/json' } })
    await last.arrayBuffer()
    if (last.ok) {
      const list = await fetch(`${href}projections/continuous`, { headers: { authorization } })
      const { projections } = (await list.json()) as { projections: readonly { progress: number }[] }
      if (projections.every(({ progress }) => progress === 100)) return
    }
    await new Promise((resolve) => setTimeout(resolve, 10))
  }
}

/** Appends 10 batches of 500 to one stream, and then reads pages while 20,000 more events are indexed. */
async function defaultConfiguration(): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'rillbox-bench-'))
  for (const { name, given, isDefault } of configurations(folder)) {
    const { child, url } = await serve(...given)
    const batches: number[] = []
    const begun = performance.now()
    for (let batch = 0; batch < 10; batch++) batches.push(await time(() => fill(url, 'order-1', 500)))
    const figures = spread(batches)
    // From the first append: the sooner appends are answered, the more of them is left to index.
    if (isDefault) {
      await indexed(url, 5000)
      figures['indexed'] = performance.now() - begun
    }
    print(`append of 500 to one stream ${name}`, figures)
    // While many of them still wait to be indexed.
    await Promise.all(Array.from({ length: 10 }, () => fill(url, 'order-1', 2000)))
    const reads: number[] = []
    for (let read = 0; read < 100; read++) reads.push(await time(() => load(url, '/streams/order-1/40/forward/20', atom, 8)))
    print(`8 pages of 20 at once while 20000 events are indexed ${name}`, spread(reads))
    await stop(child)
  }
  rmSync(folder, { recursive: true })
}

const atom = 'application/vnd.eventstore.atom+json'

/** Milliseconds, and the longest as a multiple of the median. */
const spread = (times: readonly number[]): Record<string, number> => {
  const [shortest, longest] = [Math.min(...times), Math.max(...times)]
  return { shortest, median: median(times), longest, ratio: longest / median(times) }
}

/** Bare sockets: a comfortable client would need as much time as the server. */
async function load({ hostname, port, host }: URL, path: string, accept: string, requests: number): Promise<void> {
  const connections = 8
  const text = `GET ${path} HTTP/1.1\r\nHost: ${host}\r\nAccept: ${accept}\r\n\r\n`
  await Promise.all(Array.from({ length: connections }, () => ask(Number(port), hostname, text, Math.floor(requests / connections))))
}

function ask(port: number, host: string, text: string, requests: number): Promise<void> {
  return new Promise((resolve, reject) => {
    let left = requests
    let awaited = 0
    const socket = connect(port, host, () => socket.write(text))
    socket.on('error', reject)
    socket.on('data', (data) => {
      if (awaited === 0) {
        const head = data.indexOf('\r\n\r\n')
        const headers = data.toString('latin1', 0, head)
        if (!headers.startsWith('HTTP/1.1 200')) return reject(new Error(headers))
        awaited = head + 4 + Number(/content-length: (\d+)/i.exec(headers)![1])
      }
      awaited -= data.length
      if (awaited > 0) return
      awaited = 0
      if (--left > 0) socket.write(text)
      else socket.end(resolve)
    })
  })
}

/** Page reads beside a projection whose handler needs some milliseconds for each event. */
async function busy(): Promise<void> {
  const { child, url } = await serve('--insecure')
  for (let batch = 0; batch < 50; batch++) await fill(url, 'orders', 100)
  const query = "fromStream('orders').when({ OrderPlaced: (s, e) => { for (let i = 0; i < 50_000; i++) s.n = i } })"
  const created = await fetch(`${url.href}projections/continuous?name=heavy`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: query,
  })
  if (created.status !== 201) throw new Error(`The server took no projection: ${created.status}.`)
  const waits: number[] = []
  const begun = performance.now()
  while (performance.now() - begun < 4000)
    waits.push(await time(() => load(url, '/streams/orders/40/forward/20', 'application/vnd.eventstore.atom+json', 8)))
  const heavy = (await (await fetch(`${url.href}projection/heavy/statistics`)).json()) as {
    readonly projections: readonly { readonly progress: number }[]
  }
  const perSecond = (waits.length * 8000) / (performance.now() - begun)
  print('page of 20 beside a heavy projection', {
    perSecond,
    median: median(waits),
    slowest: Math.max(...waits),
    progress: heavy.projections[0]!.progress,
  })
  await stop(child)
}

const countOrders = "fromCategory('order').foreachStream().when({ $init: () => ({ n: 0 }), OrderPlaced: (s, e) => { s.n += 1 } })"

async function project({ href }: URL, first: number, count: number, isEnabled = true): Promise<void> {
  for (let n = first; n < count; n++) {
    const made = await fetch(`${href}projections/continuous?name=p${n}&enabled=${isEnabled ? 'yes' : 'no'}`, {
      method: 'POST',
      body: countOrders,
    })
    await made.arrayBuffer()
    if (made.status !== 201) throw new Error(`The server took no projection: ${made.status}.`)
  }
}

/** Waits until every running projection has caught up. */
async function caughtUp({ href }: URL): Promise<void> {
  for (;;) {
    const list = await fetch(`${href}projections/all-non-transient`)
    const { projections } = (await list.json()) as { projections: readonly { progress: number; status: string }[] }
    if (projections.every(({ progress, status }) => status !== 'Running' || progress === 100)) return
    await new Promise((resolve) => setTimeout(resolve, 20))
  }
}

/** Megabytes of memory that a process and its threads occupy; known on Linux only. */
function memory({ pid }: ChildProcess): number {
  if (process.platform !== 'linux') return Number.NaN
  return Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))![1]) / 1000
}

/** Events of one stream, each awaited by all projections; and a restart. As few requests as possible: they cost more than the events. */
async function many(): Promise<void> {
  await manyReaders()
  await manyRestarts()
}

async function manyReaders(): Promise<void> {
  const perEvent = new Map<number, number>()
  for (const count of [0, 10, 24, 200]) {
    const { child, url } = await serve('--insecure')
    await project(url, 0, count)
    const used = async (): Promise<number> => {
      const before = processorTime(child)
      const rounds = 10
      for (let round = 0; round < rounds; round++) {
        await fill(url, 'order-1', 1)
        await new Promise((resolve) => setTimeout(resolve, 60 + count))
      }
      await caughtUp(url)
      return (processorTime(child) - before) / rounds
    }
    await used()
    perEvent.set(count, Math.min(await used(), await used()))
    print(`one event with ${count} projections`, { processor: perEvent.get(count)!, memory: memory(child) })
    await stop(child)
  }
  const of = (count: number): number => perEvent.get(count)!
  print('one event, ratios', { '200 to 10': of(200) / of(10), '24 to 10': of(24) / of(10), '24 to none': of(24) / of(0) })
}

/** From the start of a process to its first answer, and until all projections have caught up; and its end. */
async function manyRestarts(): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'rillbox-bench-'))
  const measured = new Map<string, Record<string, number>>()
  for (const [name, count, isEnabled] of [
    ['none', 0, true],
    ['10', 10, true],
    ['120', 120, true],
    ['120 disabled', 120, false],
  ] as const) {
    const db = ['--insecure', '--db', join(folder, name)]
    const first = await serve(...db)
    await fill(first.url, 'order-1', 100)
    await project(first.url, 0, count, isEnabled)
    await caughtUp(first.url)
    await stop(first.child)
    const rounds: Record<string, number>[] = []
    for (let round = 0; round < 3; round++) {
      const { child, url } = await serve(...db)
      await (await fetch(`${url.href}ping`)).arrayBuffer()
      const ping = processorTime(child)
      await caughtUp(url)
      const ready = processorTime(child)
      const size = memory(child)
      const end = await time(() => stop(child))
      rounds.push({ ping, ready, memory: size, end })
    }
    const figures = Object.fromEntries(Object.keys(rounds[0]!).map((key) => [key, median(rounds.map((round) => round[key]!))]))
    print(`restart with ${name}`, figures)
    measured.set(name, figures)
  }
  const [none, some, all] = ['none', '10', '120'].map((name) => measured.get(name)!)
  print('restart, ratios', {
    'ping with 120 to none': all!['ping']! / none!['ping']!,
    'ready with 120 to its ping': all!['ready']! / all!['ping']!,
    'megabytes of each': (all!['memory']! - some!['memory']!) / 110,
  })
  rmSync(folder, { recursive: true })
}

/** In each of the four set-ups, or in the one that `--place` names; all figures, or those whose name has `--row`. */
async function live(): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'rillbox-bench-'))
  const commands = [command, ...(values.other === undefined ? [] : [join(resolve(values.other), 'cli.js')])]
  for (const { name, given } of configurations(folder)) {
    if (values.place !== undefined && values.place !== name) continue
    const servers: Server[] = []
    for (const [index, script] of commands.entries()) {
      const own = given.map((option) => (option.startsWith(folder) ? `${option}-${index}` : option))
      servers.push(await serveWith(script, ['--insecure', ...own]))
    }
    const served = servers.map(({ child, url }) => ({ url, processor: () => processorTime(child), memory: () => memory(child) }))
    await measureLive(served, { place: name, row: values.row }, print)
    for (const { child } of servers) await stop(child)
  }
  rmSync(folder, { recursive: true })
}

async function snapshot(): Promise<void> {
  for (const systemProjections of [true, false]) await snapshotWith(systemProjections)
}

async function snapshotWith(systemProjections: boolean): Promise<void> {
  const store = createStore({ systemProjections })
  const events = Array.from({ length: 2000 }, (_, n) => ({
    stream: `order-${n % 50}`,
    type: 'OrderPlaced',
    data: { n, customer: 'a name' },
  }))
  const seeding = await time(() => store.seed({ version: 1, events }))
  const taken: number[] = []
  const restored: number[] = []
  await store.settled()
  let content = await store.snapshot()
  for (let run = 0; run < 9; run++) {
    taken.push(await time(async () => (content = await store.snapshot())))
    restored.push(await time(() => store.restore(content)))
  }
  print(`2000 events${systemProjections ? '' : ', without system projections'}`, {
    seed: seeding,
    snapshot: median(taken),
    restore: median(restored),
    fastestRestore: Math.min(...restored),
  })
  await store.close()
}

/** Without system projections: their links would take most of the time of an append. */
async function grpc(): Promise<void> {
  const { child, url } = await serve('--insecure', '--no-system-projections')
  await measureCalls({ url, used: () => processorTime(child) }, print)
  await stop(child)
}

async function time(work: () => Promise<unknown>): Promise<number> {
  const begun = performance.now()
  await work()
  return performance.now() - begun
}

const children = new Set<ChildProcess>()
process.once('exit', () => {
  for (const child of children) child.kill('SIGKILL')
})

const measurements = { default: defaultConfiguration, start, pages, busy, many, live, grpc, snapshot }
for (const [name, measure] of Object.entries(measurements)) if (!values.only || values.only === name) await measure()
