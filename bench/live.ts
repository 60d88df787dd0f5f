// Measures live events of a served store beside those of another build: appends, what follows from them, and pages meanwhile.

import type { Socket } from 'node:net'
import { connect } from 'node:net'

export interface Served {
  readonly url: URL
  /** Milliseconds of processor time of the process so far. */
  processor(): number
  /** Megabytes. */
  memory(): number
}

/** Each figure of this build, and of the other one. */
type Print = (name: string, figures: Readonly<Record<string, number>>) => void

/** Milliseconds of requests that are made one by one, and all that happened meanwhile. */
interface Round {
  readonly times: readonly number[]
  readonly clock: number
  readonly processor: number
}

/** Rounds go on until the shortest has not become shorter by a twentieth for so many of them: servers compile while they run. */
const enough = 3
const mostRounds = 14

export interface LiveOptions {
  readonly place: string
  /** A part of the names of the figures to take. Default: all. */
  readonly row?: string | undefined
}

/** @param servers this build and the other one, which take turns; or this one alone. */
export async function measureLive(servers: readonly Served[], { place, row = '' }: LiveOptions, print: Print): Promise<void> {
  const clients = servers.map((server) => new Client(server))
  const report = async (name: string, work: (client: Client) => Promise<readonly number[]>): Promise<void> => {
    if (!name.includes(row)) return
    const rounds = await inTurns(clients, work)
    for (const [index, each] of rounds.entries()) print(`${name}, ${place}${index > 0 ? ', other build' : ''}`, summary(each))
    if (rounds.length > 1) print(`${name}, ${place}, ratio to the other build`, ratios(summary(rounds[0]!), summary(rounds[1]!)))
  }
  // As many as take half a second: the system counts processor time in steps of 10 ms.
  await report('single appends, 16 at once', (client) => client.appendTogether(3200, 16))
  await report('single appends, one after another', (client) => client.appendTogether(2000, 1))
  for (const client of clients) await client.project()
  await report('append until the new state', (client) => client.appendAndSee(60))
  await report('page of 20 with bodies, one after another', (client) => client.pages(300))
  await report('page of 20 with bodies, beside appends', (client) => client.pagesBesideAppends(300))
  await report('append of 500', (client) => client.appendMany(10, 500))
  for (const [name, source] of Object.entries(queries)) {
    let run = 0
    await report(`${name}, 10,000 events`, (client) => client.runOver(`${name}-${run++}`, source))
  }
  print(`memory, ${place}`, Object.fromEntries(servers.map((server, index) => [index > 0 ? 'other' : 'megabytes', server.memory()])))
  for (const client of clients) client.close()
}

const when = (handler: string, rest = ''): string =>
  `fromStream('source').when({ $init: () => ({ n: 0 }), OrderPlaced: ${handler} })${rest}`
const queries = {
  count: when('(s) => { s.n++ }'),
  sum: when('(s, e) => { s.n += e.data.number }'),
  'emit one per event': when("(s, e) => { emit('out-NAME', 'Seen', { n: e.data.number }) }"),
  'link one per event': when("(s, e) => { linkTo('out-NAME', e) }"),
  '10,000 partitions': `fromStream('source').partitionBy((e) => String(e.data.number)).when({ $init: () => ({ n: 0 }), OrderPlaced: (s) => { s.n++ } })`,
}

async function inTurns(clients: readonly Client[], work: (client: Client) => Promise<readonly number[]>): Promise<Round[][]> {
  const rounds: Round[][] = clients.map(() => [])
  const isWarm = (each: readonly Round[]): boolean => {
    const best = (some: readonly Round[]): number => Math.min(...some.map(({ processor }) => processor))
    return each.length > enough && best(each.slice(-enough)) > best(each.slice(0, -enough)) * 0.95
  }
  for (let round = 0; round < mostRounds && !rounds.every(isWarm); round++) {
    for (const [index, client] of clients.entries()) {
      const [processor, begun] = [client.server.processor(), performance.now()]
      const times = await work(client)
      const clock = performance.now() - begun
      await client.rested()
      rounds[index]!.push({ times, clock, processor: client.server.processor() - processor })
    }
  }
  // Those before compiled.
  return rounds.map((each) => each.slice(-enough))
}

type Summary = Record<'perSecond' | 'median' | 'percentile95' | 'processor', number>

function summary(rounds: readonly Round[]): Summary {
  const times = rounds.flatMap((round) => round.times).toSorted((a, b) => a - b)
  const sum = (of: (round: Round) => number): number => rounds.reduce((total, round) => total + of(round), 0)
  return {
    perSecond: (times.length * 1000) / sum(({ clock }) => clock),
    median: times[times.length >> 1]!,
    percentile95: times[Math.floor(times.length * 0.95)]!,
    processor: sum(({ processor }) => processor) / times.length,
  }
}

const ratios = (one: Summary, other: Summary): Record<string, number> =>
  Object.fromEntries(Object.entries(other).map(([key, value]) => [key, one[key as keyof Summary] / value]))

/** A client on bare sockets: a comfortable one would need as much time as the server. */
class Client {
  readonly server: Served
  /** Each has asked already: the server ends others after some time. */
  readonly #connections: Connection[]
  /** Of the stream that the visible projection counts. */
  #seen = 0
  #count = 0

  constructor(server: Served) {
    this.server = server
    this.#connections = [new Connection(server.url)]
  }

  #connect(count: number): readonly Connection[] {
    while (this.#connections.length < count) this.#connections.push(new Connection(this.server.url))
    return this.#connections.slice(0, count)
  }

  async appendTogether(requests: number, connections: number): Promise<number[]> {
    const times: number[] = []
    let left = requests
    const ask = async (connection: Connection): Promise<void> => {
      while (left-- > 0) times.push(await timed(() => this.#append(connection, `order-${this.#count % 50}`, 1)))
    }
    await Promise.all(this.#connect(connections).map(ask))
    return times
  }

  async appendAndSee(requests: number): Promise<number[]> {
    const [connection] = this.#connections
    const times: number[] = []
    for (let n = 0; n < requests; n++) {
      times.push(
        await timed(async () => {
          await this.#append(connection!, 'live-1', 1)
          this.#seen++
          while ((await connection!.ask('GET', '/projection/live/state')).body !== `{"n":${this.#seen}}`);
        }),
      )
    }
    return times
  }

  async pages(requests: number): Promise<number[]> {
    await this.#fillPages()
    const times: number[] = []
    const [connection] = this.#connections
    for (let n = 0; n < requests; n++) times.push(await timed(() => connection!.ask('GET', page, 'application/vnd.eventstore.atom+json')))
    return times
  }

  /** Another client appends fifty events a second or so, which the projections handle. */
  async pagesBesideAppends(requests: number): Promise<number[]> {
    let isOver = false
    const [, other] = this.#connect(2)
    const appends = async (): Promise<void> => {
      while (!isOver) {
        await this.#append(other!, 'live-1', 1)
        this.#seen++
        await new Promise((resolve) => setTimeout(resolve, 20))
      }
    }
    const appending = appends()
    const times = await this.pages(requests)
    isOver = true
    await appending
    return times
  }

  #areFilled = false
  async #fillPages(): Promise<void> {
    if (!this.#areFilled) await this.#append(this.#connections[0]!, 'pages', 100)
    this.#areFilled = true
  }

  async appendMany(requests: number, events: number): Promise<number[]> {
    const times: number[] = []
    for (let n = 0; n < requests; n++) times.push(await timed(() => this.#append(this.#connections[0]!, `many-${n}`, events)))
    return times
  }

  #hasSource = false
  async runOver(name: string, source: string): Promise<number[]> {
    if (!this.#hasSource) for (let n = 0; n < 20; n++) await this.#append(this.#connections[0]!, 'source', 500)
    this.#hasSource = true
    await this.rested()
    const took = await timed(async () => {
      await this.#create(encodeURIComponent(name), source.replaceAll('NAME', encodeURIComponent(name)))
      await this.#caughtUp(`/projection/${encodeURIComponent(name)}/statistics`)
    })
    await this.#connections[0]!.ask('POST', `/projection/${encodeURIComponent(name)}/command/disable`)
    return [took]
  }

  project(): Promise<void> {
    return this.#create('live', "fromStream('live-1').when({ $init: () => ({ n: 0 }), OrderPlaced: (s) => { s.n++ } })")
  }

  async #create(name: string, query: string): Promise<void> {
    const path = `/projections/continuous?name=${name}&emit=yes`
    const { status } = await this.#connections[0]!.ask('POST', path, 'application/json', query)
    if (status !== 201) throw new Error(`The server took no projection: ${status}.`)
  }

  /** Waits until all projections have caught up, so that no round pays for another. */
  rested(): Promise<void> {
    return this.#caughtUp('/projections/all-non-transient')
  }

  async #caughtUp(path: string): Promise<void> {
    for (;;) {
      await new Promise((resolve) => setTimeout(resolve, 15))
      const { body } = await this.#connections[0]!.ask('GET', path)
      const { projections } = JSON.parse(body) as { projections: readonly { progress: number; status: string }[] }
      if (projections.every(({ progress, status }) => status !== 'Running' || progress === 100)) return
    }
  }

  async #append(connection: Connection, stream: string, count: number): Promise<void> {
    const events = Array.from({ length: count }, () => ({
      eventId: crypto.randomUUID(),
      eventType: 'OrderPlaced',
      data: { number: this.#count++, customer: 'a name of usual length', lines: [{ article: 'A-17', quantity: 2, price: 12.5 }] },
    }))
    const { status } = await connection.ask(
      'POST',
      `/streams/${stream}`,
      'application/json',
      JSON.stringify(events),
      'application/vnd.eventstore.events+json',
    )
    if (status !== 201) throw new Error(`The server took no events: ${status}.`)
  }

  close(): void {
    for (const connection of this.#connections) connection.close()
  }
}

const page = '/streams/pages/40/forward/20?embed=body'

interface Answer {
  readonly status: number
  readonly body: string
}

/** Asks one request after the other. */
class Connection {
  readonly #socket: Socket
  readonly #host: string
  #received = ''
  #answered: ((answer: Answer) => void) | undefined

  constructor({ hostname, port, host }: URL) {
    this.#host = host
    this.#socket = connect(Number(port), hostname).setNoDelay(true)
    // As many characters as bytes.
    this.#socket.setEncoding('latin1').on('data', (text: string) => {
      this.#received += text
      const head = this.#received.indexOf('\r\n\r\n')
      if (head < 0) return
      const length = head + 4 + Number(/content-length: (\d+)/i.exec(this.#received.slice(0, head))?.[1] ?? 0)
      if (this.#received.length < length) return
      const answer = { status: Number(this.#received.slice(9, 12)), body: this.#received.slice(head + 4, length) }
      this.#received = this.#received.slice(length)
      this.#answered!(answer)
    })
  }

  ask(method: string, path: string, accept = 'application/json', body = '', type = 'application/json'): Promise<Answer> {
    const sent = method === 'GET' ? '' : `Content-Type: ${type}\r\nContent-Length: ${Buffer.byteLength(body)}\r\n`
    return new Promise((resolve) => {
      this.#answered = resolve
      this.#socket.write(`${method} ${path} HTTP/1.1\r\nHost: ${this.#host}\r\nAccept: ${accept}\r\n${sent}\r\n${body}`)
    })
  }

  close(): void {
    this.#socket.destroy()
  }
}

async function timed(work: () => Promise<unknown>): Promise<number> {
  const begun = performance.now()
  await work()
  return performance.now() - begun
}
