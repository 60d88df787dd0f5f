// The queries that abuse what a store gives them, each with the events that it is run over.

export interface HostileQuery {
  readonly name: string
  readonly query: string
  /** How many events of type `Poke` are appended to the stream `victim-1` before the projection is created. Default: 1. */
  readonly events?: number
  /** Whether the projection runs on, as it would on a server: it is measured for fifteen seconds then. */
  readonly runsOn?: boolean
}

const onPoke = (body: string): string => `fromStream('victim-1').when({ $init: () => ({ n: 0 }), Poke: (s, e) => { ${body} } })`

export const hostileQueries: readonly HostileQuery[] = [
  { name: 'log flood', query: onPoke("for (let i = 0; i < 200000; i++) log('x'.repeat(1000)); return s") },
  { name: 'log of one huge text', query: onPoke("log('x'.repeat(50e6)); return s") },
  {
    name: '100,000 streams',
    query: "fromStreams(Array.from({ length: 100000 }, (_, i) => 'victim-' + i)).when({ $any: (s, e) => s })",
    runsOn: true,
  },
  {
    name: 'feeds its own category',
    query: "fromCategory('victim').when({ $any: (s, e) => { emit('victim-fed' + (e.sequenceNumber % 7), 'Poke', {}); return s } })",
    runsOn: true,
  },
  { name: 'emits for every event', query: "fromAll().when({ $any: (s, e) => { emit('fed', 'Fed', {}); return s } })", runsOn: true },
  { name: 'endless getter', query: onPoke('Object.defineProperty(s, "x", { enumerable: true, get() { for (;;); } }); return s') },
  { name: 'endless proxy', query: onPoke('return new Proxy({}, { ownKeys() { for (;;); } })') },
  { name: 'join of 2^32', query: onPoke("const a = []; a.length = 2 ** 32 - 1; s.t = a.join('').length; return s") },
  { name: 'indexOf in 2^32', query: onPoke('const a = []; a.length = 2 ** 32 - 1; s.t = a.indexOf(1); return s') },
  { name: 'holes in the state', query: onPoke('const a = []; a.length = 2 ** 32 - 1; return { a }') },
  { name: 'join of 2^32 at top level', query: `const a = []; a.length = 2 ** 32 - 1; a.join(''); ${onPoke('return s')}` },
  { name: 'string builder', query: onPoke("const a = []; for (;;) a.push('x'.repeat(1e6) + a.length)") },
  {
    name: 'swallowed time-out',
    query: onPoke('new Promise(() => { for (;;); }).catch(() => {}); return { survived: true }'),
  },
  {
    name: '2,000 emissions per event',
    query: onPoke("for (let i = 0; i < 2000; i++) emit('out-' + (i % 5), 'Out', { i }); return s"),
    events: 30,
  },
  { name: '20,000 emissions per event', query: onPoke("for (let i = 0; i < 20000; i++) emit('out', 'Out', { i }); return s"), events: 3 },
  { name: 'state of 40 MB', query: onPoke("return { t: 'x'.repeat(40e6) }") },
]
