// Hostile queries as a table: what each tries, and what has to become of it.

export interface HostileQuery {
  readonly name: string
  readonly group: string
  readonly query: string
  /** Number of `Poke` events appended to the stream `victim-1` before the projection is created. Default: 1. */
  readonly events?: number
  /** Whether it never comes to an end by itself, as it would not on a server either: it is stopped after a moment. */
  readonly runsOn?: boolean
  /** Whether it takes long on any machine: `npm test` leaves it to `npm run soak`. */
  readonly isLarge?: boolean
  /** Whether `npm run bench:hostile` measures how long everything else waits for it. */
  readonly isMeasured?: boolean
  readonly outcome: HostileOutcome
}

export type HostileOutcome =
  /** Faulted, and the reason begins so. */
  | { readonly faulted: string }
  /** Faulted by a limit: of time, of memory, of the stack. Which of them is first depends on the machine. */
  | { readonly faulted: 'limit' }
  /** Handled, or faulted by a limit: that depends on how fast the machine is. */
  | 'handled or limited'
  /** Handled every event, or runs on: left this state, and so many events in the stream `out`. */
  | { readonly state?: unknown; readonly emitted?: number }

type Line = readonly [name: string, query: string, outcome: HostileOutcome, more?: Partial<HostileQuery>]

const onPoke = (body: string): string => `fromStream('victim-1').when({ $init: () => ({ n: 0 }), Poke: (s, e) => { ${body} } })`
const honest = onPoke('s.n++; return s')

const tooLong = { faulted: 'Projection script took too long to execute' }
const limited = { faulted: 'limit' }
const tooLongToCompile = { faulted: 'Projection script took too long to compile' }
const unchanged = { state: { n: 0 } }
const counted = { state: { n: 1 } }
/** Nothing to show: no state, and nothing emitted. */
const unremarkable = {}

const groups: Readonly<Record<string, readonly Line[]>> = {
  'top level': [
    ['endless loop', `for (;;); ${honest}`, tooLongToCompile],
    ['endless recursion', `(function f() { f() })(); ${honest}`, limited],
    ['a text that never stops growing', `let t = 'x'; for (;;) t += t; ${honest}`, limited],
    ['a list that never stops growing', `const a = []; for (;;) a.push(a.length); ${honest}`, tooLongToCompile],
    ['join of 2^32', `const a = []; a.length = 2 ** 32 - 1; a.join(''); ${honest}`, tooLongToCompile],
    ['throws a text', `throw 'top'; ${honest}`, { faulted: 'top' }],
    ['throws nothing', `throw undefined; ${honest}`, { faulted: 'undefined' }],
    ['throws an object whose text throws', `throw { toString() { throw 1 } }; ${honest}`, { faulted: 'undefined' }],
    ['throws a proxy', `throw new Proxy({}, { get() { for (;;); } }); ${honest}`, tooLongToCompile],
    ['no source', `const x = 1`, { faulted: 'None of streams and categories are included' }],
    ['nothing at all', ``, { faulted: 'None of streams and categories are included' }],
    ['half a function', `fromAll().when({ $any: (s, e) => {`, { faulted: 'Line 1: Unexpected end of input' }],
    ['braces that close what is around it', `}}}); ${honest} ({{{`, { faulted: 'Line 1: Unexpected token }' }],
    ['100,000 opening brackets', `${'('.repeat(100_000)}1`, { faulted: 'Line 1: Not enough stack space to parse input' }],
    [
      '5,000 nested functions',
      `${'(() => '.repeat(5_000)}1${')()'.repeat(5_000)}; ${honest}`,
      { faulted: 'Line 1: Not enough stack space to parse input' },
    ],
    ['two sources', `fromAll(); ${honest}`, { faulted: 'Both FromAll and specific categories/streams cannot be set' }],
    [
      '100,000 streams',
      "fromStreams(Array.from({ length: 100000 }, (_, i) => 'victim-' + i)).when({ $any: (s, e) => s })",
      unremarkable,
      { runsOn: true, isMeasured: true, isLarge: true },
    ],
    ['a stream name of a megabyte', "fromStream('x'.repeat(1e6)).when({ $any: (s, e) => s })", unremarkable],
    [
      'names of streams that are no texts',
      'fromStreams([{ toString: () => { throw 1 } }, null, 7]).when({ $any: (s) => s })',
      { faulted: 'streams' },
    ],
    [
      'import',
      `import('data:text/javascript,1'); ${honest}`,
      { faulted: 'Module loading has been disabled, you need to enable it in engine options' },
    ],
    ['an import statement', `import x from 'fs'; ${honest}`, { faulted: 'Line 1: Unexpected token' }],
    ['return', `return 1; ${honest}`, { faulted: 'None of streams and categories are included' }],
    ['await', `await 1; ${honest}`, { faulted: 'Line 1: Unexpected number' }],
  ],
  handlers: [
    ['endless loop', onPoke('for (;;);'), tooLong],
    ['endless loop in $init', `fromStream('victim-1').when({ $init: () => { for (;;); }, Poke: (s) => s })`, tooLong],
    ['endless loop in $created', `fromAll().foreachStream().when({ $created: () => { for (;;); }, Poke: (s) => s })`, tooLong],
    [
      'endless loop in $deleted',
      `fromAll().foreachStream().when({ $deleted: () => { for (;;); }, $init: () => ({ n: 0 }), Poke: (s) => s })`,
      unremarkable,
    ],
    ['endless loop in partitionBy', `fromAll().partitionBy((e) => { for (;;); }).when({ Poke: (s) => s })`, tooLong],
    [
      'endless loop in transformBy',
      `fromStream('victim-1').when({ Poke: (s) => ({ n: 1 }) }).transformBy((s) => { for (;;); }).outputState()`,
      tooLong,
    ],
    [
      'endless loop in filterBy',
      `fromStream('victim-1').when({ Poke: (s) => ({ n: 1 }) }).filterBy((s) => { for (;;); }).outputState()`,
      tooLong,
    ],
    [
      'endless generator',
      onPoke('function* g() { for (;;) yield 1 } for (const x of g());'),
      { faulted: "unsupported expression type 'YieldExpression'" },
    ],
    ['endless iterator of a constructor', onPoke('new Set({ [Symbol.iterator]: () => ({ next: () => ({ value: 1 }) }) })'), tooLong],
    ['loop that swallows every error', onPoke('for (;;) { try { null.x } catch {} }'), tooLong],
    ['loop behind finally', onPoke('try { for (;;); } finally { return s }'), tooLong],
    ['throws null', onPoke('throw null'), { faulted: 'null' }],
    [
      'throws an error with a getter as message',
      onPoke("const x = new Error(); Object.defineProperty(x, 'message', { get() { for (;;); } }); throw x"),
      limited,
    ],
    ['throws an error whose stack is huge', onPoke("const x = new Error('m'); x.stack = 'x'.repeat(1e5); throw x"), { faulted: 'm' }],
    ['throws a text of a megabyte', onPoke("throw 'x'.repeat(1e6)"), { faulted: 'xxxxxxxx' }],
    ['throws a symbol', onPoke("throw Symbol('s')"), { faulted: 'Symbol(s)' }],
    ['debugger', onPoke('debugger; s.n++; return s'), counted],
    ['a handler that is no function', `fromStream('victim-1').when({ Poke: 7 })`, { state: {} }],
    [
      'a handler named __proto__',
      `fromStream('victim-1').when({ ['__proto__']: () => { throw 1 }, $init: () => ({ n: 0 }), Poke: (s) => { s.n++; return s } })`,
      counted,
    ],
    [
      'a handler named constructor',
      `fromStream('victim-1').when({ constructor: () => { throw 1 }, $init: () => ({ n: 0 }), Poke: (s) => { s.n++; return s } })`,
      counted,
    ],
    [
      'a class as handler',
      `fromStream('victim-1').when({ Poke: class {} })`,
      { faulted: "Class constructor  cannot be invoked without 'new'" },
    ],
    ['changes the event', onPoke('e.data = null; e.streamId = "other"; e.sequenceNumber = -1; s.n++; return s'), counted],
    [
      'keeps events for later',
      'const kept = []; ' + onPoke('kept.push(e); s.n = kept.length; return s'),
      { state: { n: 3 } },
      { events: 3 },
    ],
    [
      'keeps states for later',
      'let old; ' + onPoke('if (old) old.n = 100; old = s; return { n: s.n + 1 }'),
      { state: { n: 3 } },
      { events: 3 },
    ],
  ],
  getters: [
    [
      'an endless getter in a state',
      onPoke('Object.defineProperty(s, "x", { enumerable: true, get() { for (;;); } }); return s'),
      { faulted: 'Object reference not set to an instance of an object.' },
      { isMeasured: true },
    ],
    [
      'a getter that throws',
      onPoke('return { get n() { throw new Error("got") } }'),
      { faulted: 'Object reference not set to an instance of an object.' },
    ],
    [
      'a getter that returns itself',
      onPoke('return { get n() { return this } }'),
      { faulted: 'Object reference not set to an instance of an object.' },
    ],
    [
      'an endless toJSON',
      onPoke('return { toJSON() { for (;;); } }'),
      { faulted: 'Object reference not set to an instance of an object.' },
    ],
    [
      'a toJSON that throws',
      onPoke('return { toJSON() { throw "no" } }'),
      { faulted: 'Object reference not set to an instance of an object.' },
    ],
    [
      'a toJSON that returns itself',
      onPoke('const o = { toJSON() { return o } }; return o'),
      { faulted: 'Object reference not set to an instance of an object.' },
    ],
    [
      'an endless toString of a stream name',
      onPoke("emit({ toString() { for (;;); } }, 'T', {})"),
      { faulted: "string expected (Parameter 'streamId')" },
    ],
    ['an endless valueOf of a number', onPoke('s.n = +{ valueOf() { for (;;); } }; return s'), tooLong],
    [
      'a getter in the options of an emission',
      onPoke("emit('out', 'T', { get a() { for (;;); } }); return s"),
      { faulted: 'Object reference not set to an instance of an object.' },
    ],
    [
      'a getter on Object.prototype',
      onPoke(
        "Object.defineProperty(Object.prototype, 'evil', { get() { for (;;); }, enumerable: true, configurable: true }); return { n: 1 }",
      ),
      counted,
    ],
    [
      'a setter on Object.prototype',
      onPoke("Object.defineProperty(Object.prototype, 'n', { set() { for (;;); }, configurable: true }); return { n: 1 }"),
      counted,
    ],
  ],
  proxies: [
    ['endless ownKeys', onPoke('return new Proxy({}, { ownKeys() { for (;;); } })'), { state: {} }, { isMeasured: true }],
    ['endless get', onPoke('return new Proxy({ n: 1 }, { get() { for (;;); } })'), { state: {} }],
    [
      'ownKeys without end',
      onPoke(
        "return new Proxy({}, { ownKeys: () => Array.from({ length: 1e6 }, (_, i) => 'k' + i), getOwnPropertyDescriptor: () => ({ value: 1, enumerable: true, configurable: true }) })",
      ),
      'handled or limited',
    ],
    ['a revoked proxy', onPoke('const { proxy, revoke } = Proxy.revocable({}, {}); revoke(); return proxy'), { state: {} }],
    [
      'a proxy that answers with proxies',
      onPoke(
        'const p = () => new Proxy({}, { get: p, ownKeys: () => ["a"], getOwnPropertyDescriptor: () => ({ value: p(), enumerable: true, configurable: true }) }); return p()',
      ),
      { state: {} },
    ],
    [
      'a proxy around a proxy, ten thousand deep',
      onPoke('let p = { n: 1 }; for (let i = 0; i < 10000; i++) p = new Proxy(p, {}); return p'),
      { state: {} },
    ],
    [
      'a proxy as handlers',
      `fromStream('victim-1').when(new Proxy({}, { get: () => () => { for (;;); }, ownKeys: () => ['Poke'], getOwnPropertyDescriptor: () => ({ value: () => {}, enumerable: true, configurable: true }) }))`,
      { state: {} },
    ],
    [
      'a proxy as data of an emission',
      onPoke("emit('out', 'T', new Proxy({}, { ownKeys() { throw 'no' } })); return s"),
      { state: { n: 0 }, emitted: 1 },
    ],
    [
      'a prototype that is a proxy',
      onPoke('const o = Object.create(new Proxy({}, { get() { for (;;); }, has() { for (;;); } })); o.a = 1; return o'),
      { state: { a: 1 } },
    ],
  ],
  sorting: [
    ['an endless comparison', onPoke('[3, 1, 2].sort(() => { for (;;); }); return s'), tooLong],
    [
      'a comparison without order',
      onPoke('Array.from({ length: 3e6 }, (_, i) => i).sort(() => Math.random() - 0.5); s.n++; return s'),
      limited,
    ],
    ['a comparison that throws', onPoke('[3, 1, 2].sort(() => { throw "order" })'), { faulted: 'order' }],
    [
      'a comparison that empties the list',
      onPoke('const a = Array.from({ length: 1000 }, (_, i) => -i); a.sort((x, y) => { a.length = 0; return x - y }); s.n++; return s'),
      counted,
    ],
    [
      'a comparison that fills the list',
      onPoke('const a = [3, 1, 2]; a.sort((x, y) => { for (let i = 0; i < 1e3; i++) a.push(i); return x - y }); s.n++; return s'),
      'handled or limited',
    ],
    ['a list that is longer than memory', onPoke('const a = []; a.length = 2 ** 32 - 1; a.sort(); return s'), limited],
    ['a million texts that are alike', onPoke("Array.from({ length: 1e7 }, (_, i) => 'x'.repeat(50) + (i % 7)).sort(); return s"), limited],
  ],
  'regular expressions': [
    ['catastrophic backtracking', onPoke("/^(a+)+$/.test('a'.repeat(40) + 'b'); return s"), tooLong],
    ['nested quantifiers', onPoke("/((a*)*)*b/.test('a'.repeat(60)); return s"), limited],
    ['back references', onPoke("/(a+)\\1+\\1+b/.test('a'.repeat(5000)); return s"), limited],
    ['a lookahead in a loop', onPoke("/(?=(a+))a*b\\1/.test('a'.repeat(20000)); return s"), limited],
    [
      'a huge repetition',
      onPoke("new RegExp('a{1,65535}{1,65535}b').test('a'.repeat(1000)); return s"),
      { faulted: 'Line 1: Invalid regular expression: /a{1,65535}{1,65535}b/: Nothing to repeat' },
    ],
    [
      'ten thousand groups',
      onPoke("new RegExp('(a)'.repeat(10000)).test('a'.repeat(10000)); s.n++; return s"),
      { faulted: 'too many captures' },
    ],
    [
      'nesting ten thousand deep',
      onPoke("new RegExp('('.repeat(10000) + ')'.repeat(10000)); s.n++; return s"),
      { faulted: 'too many captures' },
    ],
    ['a replacement that grows', onPoke("let t = 'x'; for (;;) t = t.replace(/x/g, 'xx')"), limited],
    ['a replacer without end', onPoke("'aaa'.replace(/a/g, () => { for (;;); })"), tooLong],
    ['lastIndex that never moves', onPoke("const r = /a?/g; r.exec = () => ({ index: 0, 0: '' }); 'aaa'.match(r); return s"), limited],
    [
      'an expression that does not parse',
      onPoke("new RegExp('['); return s"),
      { faulted: 'Line 1: Invalid regular expression: /[/: Unterminated character class' },
    ],
  ],
  memory: [
    ['string builder', onPoke("const a = []; for (;;) a.push('x'.repeat(1e6) + a.length)"), limited, { isMeasured: true }],
    ['lists in lists', onPoke('let a = []; for (;;) a = [a, a.slice()]'), limited],
    ['buffers', onPoke('const a = []; for (;;) a.push(new Uint8Array(1e7))'), limited],
    ['one buffer of 4 GB', onPoke('new ArrayBuffer(2 ** 32); return s'), { faulted: 'invalid array buffer length' }],
    ['a text of 2^30', onPoke("'x'.repeat(2 ** 30 - 25); return s"), limited],
    ['a text of 2^53', onPoke("'x'.repeat(2 ** 53); return s"), { faulted: 'Invalid count value' }],
    ['padding without end', onPoke("'x'.padEnd(2 ** 31); return s"), { faulted: 'invalid string length' }],
    [
      'closures that keep each other',
      onPoke('let f = () => 1; for (;;) { const g = f, big = new Array(1000).fill(0); f = () => g() + big.length }'),
      limited,
    ],
    [
      'memory that is caught',
      onPoke('const a = []; try { for (;;) a.push(new Uint8Array(1e6)) } catch { a.length = 0 } return { n: 1 }'),
      'handled or limited',
    ],
    ['join of 2^32', onPoke("const a = []; a.length = 2 ** 32 - 1; s.t = a.join('').length; return s"), tooLong, { isMeasured: true }],
    ['indexOf in 2^32', onPoke('const a = []; a.length = 2 ** 32 - 1; s.t = a.indexOf(1); return s'), tooLong, { isMeasured: true }],
    ['holes in the state', onPoke('const a = []; a.length = 2 ** 32 - 1; return { a }'), limited, { isMeasured: true, isLarge: true }],
    [
      'memory kept between events',
      'const kept = []; ' + onPoke('kept.push(new Uint8Array(3e7)); s.n++; return s'),
      limited,
      { events: 20 },
    ],
    ['symbols without end', onPoke("const o = {}; for (let i = 0; i < 1e8; i++) o[Symbol('s' + i)] = i; s.n++; return s"), limited],
    ['properties without end', onPoke("const o = {}; for (let i = 0; i < 1e8; i++) o['k' + i] = i; return o"), limited],
  ],
  recursion: [
    ['without end', onPoke('const f = () => f(); f()'), limited],
    ['without end, caught', onPoke('const f = () => { try { f() } catch { f() } }; f()'), limited],
    ['caught once', onPoke('const f = () => f(); try { f() } catch { s.n++ } return s'), counted],
    ['through JSON', onPoke('const o = { toJSON: () => ({ o }) }; return o'), { state: { toJSON: { length: 0, name: 'toJSON' } } }],
    ['through toString', onPoke('const o = { toString: () => "" + o }; s.n = "" + o; return s'), limited],
    ['through a sort', onPoke('const f = () => { [1, 2].sort(f); return 0 }; f(); return s'), limited],
    ['through a regular expression', onPoke("const f = () => 'a'.replace(/a/, f); f(); return s"), limited],
    ['a state that holds itself', onPoke('s.s = s; return s'), { faulted: 'Index was outside the bounds of the array.' }],
    [
      'a state nested 100,000 deep',
      onPoke('let o = {}; for (let i = 0; i < 100000; i++) o = { o }; return o'),
      { faulted: 'Index was outside the bounds of the array.' },
    ],
    [
      'JSON nested 100,000 deep',
      onPoke("JSON.parse('['.repeat(100000)); return s"),
      { faulted: 'Max. depth level of JSON reached at position 64' },
    ],
    ['a list flattened without end', onPoke('const a = []; a.push(a); a.flat(Infinity); return s'), limited],
    [
      'generators that call each other',
      onPoke('function* g() { yield* g() } [...g()]'),
      { faulted: "unsupported expression type 'YieldExpression' (Parameter 'expression')" },
    ],
  ],
  promises: [
    [
      'swallowed time-out',
      onPoke('new Promise(() => { for (;;); }).catch(() => {}); return { survived: true }'),
      tooLong,
      { isMeasured: true },
    ],
    ['a flood', onPoke('for (;;) Promise.resolve().then(() => {})'), limited],
    ['a chain without end', onPoke('const again = () => Promise.resolve().then(again); again(); s.n++; return s'), counted],
    ['an unhandled rejection', onPoke("Promise.reject(new Error('alone')); s.n++; return s"), counted],
    [
      'a handler that is async',
      `fromStream('victim-1').when({ $init: () => ({ n: 0 }), Poke: async (s) => { s.n++; return s } })`,
      { state: {} },
    ],
    ['an emission behind the handler', onPoke("Promise.resolve().then(() => emit('out', 'T', {})); s.n++; return s"), counted],
    [
      'a thenable as state',
      onPoke('return { then() { for (;;); } }'),
      { faulted: 'Object reference not set to an instance of an object.' },
    ],
    [
      'an endless async generator',
      onPoke('(async () => { for await (const x of (async function* () { for (;;) yield 1 })()); })(); s.n++; return s'),
      { faulted: "unsupported expression type 'YieldExpression' (Parameter 'expression')" },
    ],
  ],
  prototypes: [
    [
      'a state with __proto__',
      onPoke('return JSON.parse(\'{"__proto__":{"polluted":1},"n":1}\')'),
      { state: { ['__proto__']: { polluted: 1 }, n: 1 } },
    ],
    ['Object.prototype with a value', onPoke('Object.prototype.polluted = 1; s.n++; return s'), counted],
    ['Array.prototype without push', onPoke('Array.prototype.push = () => { throw 1 }; s.n++; return s'), counted, { events: 1 }],
    [
      'Array.prototype with an iterator of its own',
      onPoke('Array.prototype[Symbol.iterator] = () => { throw 1 }; s.n++; return s'),
      counted,
    ],
    ['JSON of its own', onPoke('JSON.stringify = () => \'{"n":7}\'; JSON.parse = () => { throw 1 }; s.n++; return s'), counted],
    [
      'Function.prototype.call of its own',
      onPoke('Function.prototype.call = Function.prototype.apply = () => { throw 1 }; s.n++; return s'),
      counted,
    ],
    [
      'String.prototype of its own',
      onPoke("for (const k of ['slice', 'replace', 'indexOf', 'charCodeAt']) String.prototype[k] = () => { throw 1 }; s.n++; return s"),
      counted,
    ],
    ['Object.keys of its own', onPoke('Object.keys = Object.entries = () => { throw 1 }; s.n++; return s'), counted],
    [
      'Map and Set without methods',
      onPoke(
        'for (const c of [Map, Set]) for (const k of Object.getOwnPropertyNames(c.prototype)) { try { delete c.prototype[k] } catch {} } s.n++; return s',
      ),
      counted,
    ],
    [
      'everything global deleted',
      onPoke('for (const k of Object.getOwnPropertyNames(globalThis)) { try { delete globalThis[k] } catch {} } s.n++; return s'),
      counted,
      { events: 1 },
    ],
    ['frozen intrinsics', onPoke('Object.freeze(Object.prototype); Object.freeze(Array.prototype); s.n++; return s'), counted],
    ['a state without a prototype', onPoke('return Object.assign(Object.create(null), { n: 1 })'), counted],
    ['Object.prototype as a state', onPoke('return Object.prototype'), { faulted: 'Index was outside the bounds of the array.' }],
    ['globalThis as a state', onPoke('return globalThis'), { faulted: 'Index was outside the bounds of the array.' }],
  ],
  escapes: [
    [
      'the constructor of a function',
      onPoke("s.n = typeof (() => {}).constructor('return this')().process; return s"),
      { faulted: 'String compilation has been disabled in engine options' },
    ],
    [
      'the page',
      onPoke('s.n = [typeof window, typeof document, typeof self, typeof postMessage].join(); return s'),
      { state: { n: 'undefined,undefined,undefined,undefined' } },
    ],
    [
      'the network',
      onPoke('s.n = [typeof fetch, typeof XMLHttpRequest, typeof WebSocket, typeof importScripts].join(); return s'),
      { state: { n: 'undefined,undefined,undefined,undefined' } },
    ],
    [
      'storage',
      onPoke('s.n = [typeof indexedDB, typeof localStorage, typeof caches].join(); return s'),
      { state: { n: 'undefined,undefined,undefined' } },
    ],
    [
      'Node',
      onPoke('s.n = [typeof process, typeof require, typeof module, typeof Buffer].join(); return s'),
      { state: { n: 'undefined,undefined,undefined,undefined' } },
    ],
    [
      'timers',
      onPoke('s.n = [typeof setTimeout, typeof setInterval, typeof queueMicrotask].join(); return s'),
      { state: { n: 'undefined,undefined,undefined' } },
    ],
    [
      'shared memory',
      onPoke('s.n = [typeof SharedArrayBuffer, typeof Atomics, typeof WebAssembly].join(); return s'),
      { state: { n: 'undefined,undefined,undefined' } },
    ],
    [
      'the modules of the engine',
      onPoke('s.n = [typeof std, typeof os, typeof scriptArgs, typeof print].join(); return s'),
      { state: { n: 'undefined,undefined,undefined,undefined' } },
    ],
    ['eval', onPoke("s.n = eval('1 + 1'); return s"), { faulted: 'String compilation has been disabled in engine options' }],
    ['a callee', onPoke('s.n = typeof arguments.callee.caller; return s'), { faulted: 'arguments is not defined' }],
    [
      'an import in a handler',
      onPoke("import('os').then((m) => m.exec(['id'])); s.n++; return s"),
      { faulted: 'Module loading has been disabled, you need to enable it in engine options' },
    ],
    [
      'the stack of an error',
      onPoke('Error.prepareStackTrace = (x, frames) => frames.map((f) => f.getThis()); s.n = typeof new Error().stack; return s'),
      { state: { n: 'string' } },
    ],
  ],
  results: [
    ['a state that looks like the end of a message', onPoke(`return '{"injected":true},{'`), { state: '{"injected":true},{' }],
    ['a state of line ends', onPoke("return '\\n\\r\\u2028\\u2029\\0'"), { state: '\n\r  \u0000' }],
    ['a state of half a surrogate pair', onPoke("return { n: '\\ud800' }"), { state: { n: '�' } }],
    ['a state of 40 MB', onPoke("return { t: 'x'.repeat(40e6) }"), 'handled or limited', { isMeasured: true }],
    ['a state that is a number', onPoke('return 7'), { state: 7 }],
    ['a state that is no JSON', onPoke('return () => 1'), { state: { length: 0, name: '' } }],
    [
      'a state of a bigint',
      onPoke('return { n: 10n ** 100n }'),
      { state: { n: '10000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000' } },
    ],
    [
      'a state of numbers that JSON does not have',
      onPoke('return { n: [NaN, Infinity, -0] }'),
      { faulted: '.NET number values such as positive and negative infinity cannot be written as valid JSON.' },
    ],
    ['a state of dates that are none', onPoke('return { n: new Date(NaN) }'), { state: { n: {} } }],
    [
      'a name of a partition that breaks lines',
      "fromAll().partitionBy((e) => 'a\\n\"},{\\0').when({ $init: () => ({ n: 0 }), Poke: (s) => { s.n++; return s } })",
      unremarkable,
    ],
    [
      'a partition for each event',
      "fromStream('victim-1').partitionBy((e) => 'p' + e.sequenceNumber).when({ $init: () => ({ n: 0 }), Poke: (s) => { s.n++; return s } })",
      unremarkable,
      { events: 2000, isLarge: true },
    ],
    [
      'a name of a partition of a megabyte',
      "fromStream('victim-1').partitionBy((e) => 'p'.repeat(1e6)).when({ $init: () => ({ n: 0 }), Poke: (s) => { s.n++; return s } })",
      'handled or limited',
      { isLarge: true },
    ],
    [
      'names of partitions that are no texts',
      "fromStream('victim-1').partitionBy((e) => [{}, null, undefined, 7, true, Symbol()][e.sequenceNumber % 6]).when({ Poke: (s) => s })",
      unremarkable,
      { events: 12 },
    ],
    ['data that are no JSON', onPoke("emit('out', 'T', () => 1); return s"), { state: { n: 0 }, emitted: 1 }],
    [
      'data that look like a message',
      onPoke(`emit('out', 'T', '"}],"fault":null}\\n'); return s`),
      { faulted: "object expected (Parameter 'eventBody')" },
    ],
    ['a type of a megabyte', onPoke("emit('out', 'T'.repeat(1e6), {}); return s"), 'handled or limited'],
    [
      'metadata that are no object',
      onPoke("emit('out', 'T', {}, 'meta'); return s"),
      { faulted: "object expected (Parameter 'metadata')" },
    ],
  ],
  'system streams': [
    [
      'an event of $users',
      onPoke("emit('$users', '$User', { loginName: 'eve' }); return s"),
      { faulted: "The '$users' stream managed by projection 7 has been written to from the outside." },
    ],
    [
      'a user of its own',
      onPoke("emit('$user-admin', '$UserUpdated', { loginName: 'admin', hash: 'x', salt: 'y', groups: ['$admins'] }); return s"),
      { faulted: "The '$user-admin' stream managed by projection 7 has been written to from the outside." },
    ],
    [
      'metadata that close a stream to others',
      onPoke("emit('$$honest', '$metadata', { $acl: { $r: 'eve', $w: 'eve' } }); return s"),
      unchanged,
    ],
    ['metadata that delete a stream', onPoke("emit('$$victim-1', '$metadata', { $tb: 9007199254740991 }); return s"), unchanged],
    ['default access lists', onPoke("emit('$settings', 'update', { $userStreamAcl: { $r: 'eve' } }); return s"), unchanged],
    [
      'a projection of its own',
      onPoke("emit('$projections-honest', '$ProjectionUpdated', { query: 'for (;;);' }); return s"),
      { faulted: "The '$projections-honest' stream managed by projection 7 has been written to from the outs" },
    ],
    ['the log', onPoke("emit('$all', 'T', {}); return s"), unchanged],
    [
      'a category of the system',
      onPoke("emit('$ce-victim', '$>', '0@victim-1'); return s"),
      { faulted: "object expected (Parameter 'eventBody')" },
    ],
    [
      'a link to a stream that is not there',
      onPoke("linkTo('out', { streamId: 'nowhere', sequenceNumber: 99, metadata: {} }); return s"),
      { state: { n: 0 }, emitted: 1 },
    ],
    ['a link to itself', onPoke("emit('out', '$>', '0@out'); return s"), { faulted: "object expected (Parameter 'eventBody')" }],
    [
      'a tombstone',
      onPoke("emit('victim-1', '$streamDeleted', {}); return s"),
      { faulted: "The 'victim-1' stream managed by projection 7 has been written to from the outside." },
    ],
    ['a stream without a name', onPoke("emit('', 'T', {}); return s"), { faulted: "Value cannot be null. (Parameter 'streamId')" }],
    [
      'a stream name with slashes and dots',
      onPoke("emit('../../users/%2e%2e/x', 'T', {}); emit('out', 'T', {}); return s"),
      { state: { n: 0 }, emitted: 1 },
    ],
  ],
  feedback: [
    [
      'feeds its own category',
      "fromCategory('victim').when({ $any: (s, e) => { emit('victim-fed' + (e.sequenceNumber % 7), 'Poke', {}); return s } })",
      unremarkable,
      { runsOn: true, isMeasured: true },
    ],
    [
      'emits for every event',
      "fromAll().when({ $any: (s, e) => { emit('fed', 'Fed', {}); return s } })",
      unremarkable,
      { runsOn: true, isMeasured: true },
    ],
    ['links every event', "fromAll().when({ $any: (s, e) => { linkTo('fed', e) } })", unremarkable, { runsOn: true }],
    ['copies its own stream', "fromStream('victim-1').when({ $any: (s, e) => { copyTo('victim-1', e) } })", unremarkable, { runsOn: true }],
    ['emits into its source', onPoke("emit('victim-1', 'Poke', {}); return s"), unremarkable, { runsOn: true }],
    [
      'a stream for each event, without end',
      "fromAll().when({ $any: (s, e) => { emit('fed-' + e.sequenceNumber + e.streamId.slice(0, 50), 'Fed', {}); return s } })",
      unremarkable,
      { runsOn: true },
    ],
  ],
  limits: [
    ['log flood', onPoke("for (let i = 0; i < 200000; i++) log('x'.repeat(1000)); return s"), 'handled or limited', { isMeasured: true }],
    ['log of one huge text', onPoke("log('x'.repeat(50e6)); return s"), 'handled or limited', { isMeasured: true }],
    [
      'log of something that has no text',
      onPoke('log({ toString() { throw 1 } }); log(Symbol()); log(Object.create(null)); s.n++; return s'),
      { faulted: 'Object reference not set to an instance of an object.' },
    ],
    [
      '2,000 emissions per event',
      onPoke("for (let i = 0; i < 2000; i++) emit('out', 'Out', { i }); return s"),
      'handled or limited',
      { events: 30, isMeasured: true, isLarge: true },
    ],
    [
      '20,000 emissions per event',
      onPoke("for (let i = 0; i < 20000; i++) emit('out', 'Out', { i }); return s"),
      'handled or limited',
      { events: 3, isMeasured: true, isLarge: true },
    ],
    ['emissions without end', onPoke("for (;;) emit('out', 'Out', {})"), limited],
    [
      '10,000 streams from one event',
      onPoke("for (let i = 0; i < 10000; i++) emit('out-' + i, 'Out', {}); s.n++; return s"),
      'handled or limited',
      { isLarge: true },
    ],
    ['an emission of 20 MB', onPoke("emit('out', 'Out', { t: 'x'.repeat(20e6) }); return s"), 'handled or limited'],
    [
      'options that are not there',
      `options({ $includeLinks: true, processingLag: -1, reorderEvents: 'x', evil: 1 }); ${honest}`,
      { faulted: 'Invalid value' },
    ],
    [
      'a lag without end',
      `options({ reorderEvents: true, processingLag: 2147483647 }); fromStreams(['victim-1', 'victim-2']).when({ $init: () => ({ n: 0 }), Poke: (s) => { s.n++; return s } })`,
      counted,
    ],
    [
      'slow, but not too slow',
      onPoke('const end = Date.now() + 40; while (Date.now() < end); s.n++; return s'),
      { state: { n: 5 } },
      { events: 5 },
    ],
    ['a slow built-in function in a loop', onPoke("const t = 'x'.repeat(100000); for (;;) t.indexOf('y')"), tooLong],
    ['a clock of its own', onPoke('Date.now = () => 0; performance = undefined; for (;;);'), tooLong],
  ],
}

export const hostileQueries: readonly HostileQuery[] = Object.entries(groups).flatMap(([group, lines]) =>
  lines.map(([name, query, outcome, more]) => ({ name, group, query, outcome, ...more })),
)
