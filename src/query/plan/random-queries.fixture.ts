// Generates queries whose plan is held against none: handlers made of statements that a plan understands, and of such that defeat it.

import * as fc from 'fast-check'

/** Values as JavaScript, for states, emissions and logs. */
const literals: readonly string[] = [
  '0',
  '-0',
  '1',
  '1.5',
  'NaN',
  'Infinity',
  '1e21',
  '1e-7',
  '"text"',
  '"ä\\""',
  '"\\ud800"',
  '""',
  'true',
  'null',
  'undefined',
  '[]',
  '[1, , 2]',
  '{}',
  '{ "a b": 1, 2: 3, ["__proto__"]: 4 }',
  '10n',
  'Symbol("s")',
  'new Date(0)',
  '(() => 1)',
  '/x/g',
  'new Map([[1, 2]])',
  '{ get g() { return 5 } }',
]

/** Expressions over the event `e` and its body, which is inserted for `D`. */
const reads: readonly string[] = [
  'D.i',
  'D.n',
  'D.k',
  'D.t',
  'D["n"]',
  'D["a b"]',
  'D[name]',
  'D.deep.k',
  'D?.deep?.n',
  'D.l.length',
  'D.l[0]',
  'D.l',
  'D.deep',
  'D.missing',
  'D.missing === undefined',
  'D.other',
  'D.t.length',
  'D.n + D.i',
  'D.n / 3',
  '-D.n',
  'D.n % 2 ? "odd" : "even"',
  'D.n > 3',
  'D.n | 0',
  'typeof D.n',
  'typeof D',
  '!D.deep',
  'D.deep && D.deep.k',
  'D.l == null',
  '`${D.k}-${D.n}`',
  'D',
  '{ ...D }',
  'JSON.stringify(D)',
  'Object.keys(D).join()',
  'Object.keys(D).length',
  '"n" in D',
  'D.hasOwnProperty("n")',
  'D.toString',
  'D.constructor === Object',
  'D.__proto__ === Object.prototype',
  'Array.isArray(D.l) && D.l.map((one) => one.n)',
  'D.l.reduce((sum, { n }) => sum + n, 0)',
  '(() => D.n)()',
  '(({ n, ...rest }) => [n, Object.keys(rest).length])(D)',
  'shown(D)',
]

/** Expressions that see little more of a member than whether it is there, beside some that see all of it. */
const presences: readonly string[] = [
  'D.deep ? 1 : 2',
  'D.l ? 1 : 2',
  'D.n ? 1 : 2',
  '!D.l',
  '!D.n',
  'typeof D.l',
  'typeof D.deep',
  'D.n === null',
  'D.l && 1',
  'D?.deep?.k',
  '"deep" in D',
  '`${+D.l}`',
  '`${-D.deep}`',
  '`${+D.n}`',
  '-D.l === 0',
  'Object.is(D.n, -0)',
  '1 / D.n < 0',
]

/** Expressions over the event beside its body. */
const eventReads: readonly string[] = [
  'e.sequenceNumber',
  'e.streamId',
  'e.eventType',
  'e.eventId',
  'e.isJson',
  'e.partition',
  'e.category',
  'e.metadata',
  'e.metadata && e.metadata.m',
  'e.metadataRaw',
  'e.bodyRaw',
  'e.linkMetadata',
  'e.linkMetadataRaw',
  'e.data === e.body',
  'e["data"].n',
  'e[member]',
  'Object.keys(e).join()',
  'JSON.stringify(e)',
  'JSON.stringify({ ...e })',
  '"data" in e',
  'e.toString === Object.prototype.toString',
  'shown(e)',
  'e',
]

const stateNames = ['n', 'm', 't', 'last', 'sum', '$x', 'constructor'] as const
/** Members that states get in other ways than by a plain name. */
const oddMembers = ['S["a b"]', 'S["__proto__"]', 'S[7]', 'S["m" + D.i % 3]', 'S[D.k]', 'S.deep', 'S.__proto__'] as const

/** @param body how the handler calls the body. @param state how it calls the state. */
const fill = (text: string, body: string, state: string): string => text.replaceAll(/\bD\b/g, body).replaceAll(/\bS\b/g, state)

const expression: fc.Arbitrary<string> = fc.oneof(
  { weight: 8, arbitrary: fc.constantFrom(...reads) },
  { weight: 3, arbitrary: fc.constantFrom(...presences) },
  { weight: 3, arbitrary: fc.constantFrom(...eventReads) },
  { weight: 2, arbitrary: fc.constantFrom(...literals) },
)

/** A value that keeps a state's shape and can be told from its text. */
const plainRead = fc.constantFrom(
  'D.i',
  'D.n',
  'D.k',
  'D.t',
  'D.n + D.i',
  'D.i * 0.1',
  'D.i > 40',
  'e.sequenceNumber',
  'D.deep.k',
  '1',
  'null',
)

const simple: fc.Arbitrary<string> = fc.oneof(
  { weight: 8, arbitrary: fc.tuple(fc.constantFrom('n', 'm', 't'), plainRead).map(([name, value]) => `S.${name} = ${value}`) },
  { weight: 5, arbitrary: fc.tuple(fc.constantFrom(...stateNames), expression).map(([name, value]) => `S.${name} = ${value}`) },
  { weight: 3, arbitrary: fc.tuple(fc.constantFrom(...oddMembers), expression).map(([place, value]) => `${place} = ${value}`) },
  { weight: 3, arbitrary: fc.constantFrom('S.n++', 'S.n += D.n', 'S.n = (S.n || 0) + 1', 'S.sum = (S.sum ?? 0) + D.i / 10', 'S.n += 0.1') },
  {
    weight: 2,
    arbitrary: fc.constantFrom(
      'delete S.n',
      'delete S.m',
      'S.deep = { a: D.i, b: [D.n] }',
      'Object.freeze(S)',
      'Object.setPrototypeOf(S, [1])',
      'Object.defineProperty(S, "n", { value: 5, enumerable: false, configurable: true, writable: true })',
      'S.f = fail',
    ),
  },
  {
    weight: 4,
    arbitrary: fc.constantFrom(
      'for (const one of D.l) S.n = one.n',
      'for (const { n, q = 5 } of D.l) { S.n = n; S.t = q }',
      'for (let i = 0; i < D.l.length; i += 1) S.n = D.l[i].n',
      'for (const name in D) S.last = name',
      'D.l.forEach((one) => { S.n = one })',
      'const { n, k: key, t: { length } = "", l = [] } = D; S.n = n; S.t = key; S.m = [length, l.length]',
      'const { n = 7, ...others } = D; S.n = n; S.m = Object.keys(others).length',
      'const body = D; S.n = body.n; if (body.deep) S.t = body.deep.k',
      'let { deep } = D; deep = deep || {}; S.t = deep.k',
      'const [first] = D.l; S.m = first',
      'switch (D.k) { case "k0": S.n = 0; break; case "k1": S.t = D.t; break; default: S.m = D.n }',
    ),
  },
  {
    weight: 4,
    arbitrary: fc.constantFrom(
      'kept = S',
      'kept = e',
      'kept = D',
      'kept = () => D.n',
      'kept = { ...S }',
      'if (kept) kept.more = D.i',
      'S.m = typeof kept === "function" && kept()',
      'S.m = kept && kept.n',
      'S.m = kept && kept.data && kept.data.n',
      'later = () => [D.n, e.sequenceNumber]',
      'S.m = later()',
      'Promise.resolve().then(() => { S.n = -1 })',
      '(() => { S.more = 1 })()',
      'with (D) { S.m = typeof n }',
    ),
  },
  {
    weight: 2,
    arbitrary: fc.constantFrom(
      'D.n = 5; S.m = e.body && e.body.n',
      'e.mine = 1; S.m = e.mine',
      'e.data = { n: 1 }; S.m = D.n',
      'delete D.n; S.m = D.n',
      'if (D.l) D.l.length = 0',
      'D.k = "changed"',
      'Object.prototype.other = "inherited"',
      'Array.prototype[0] ??= 5',
      'String.prototype.n = 5',
      'Object.prototype.toJSON = function () { return 1 }',
    ),
  },
  { weight: 3, arbitrary: expression.map((value) => `emit("out", "E", { n: ${value} })`) },
  { weight: 2, arbitrary: expression.map((value) => `emit("out", "E", { k: D.k }, { m: ${value} })`) },
  {
    weight: 3,
    arbitrary: fc.constantFrom(
      'linkTo("links", e)',
      'linkTo("links-" + D.k, e)',
      'linkTo("links", e, { m: D.n })',
      'linkStreamTo("links", e.streamId)',
      'copyTo("copies", e)',
    ),
  },
  { weight: 2, arbitrary: expression.map((value) => `log(${value})`) },
  { weight: 1, arbitrary: expression.map((value) => `log("n", S, ${value})`) },
  {
    weight: 1,
    arbitrary: fc.constantFrom(
      'if (typeof on === "function") on("U", (s, e) => { s.late = e.data.t })',
      'if (typeof on === "function") on("$any", (s, e) => { s.any = e.data.k })',
      'if (chain.when) chain.when({ Other: (s, e) => { s.late = e.data } })',
    ),
  },
)

/** Statements whose effects their text does not show: computed names, closures that change between events, states replaced on the way. */
const indirect: fc.Arbitrary<string> = fc.oneof(
  {
    weight: 3,
    arbitrary: fc.constantFrom(
      'helpers["st" + "ore"](S, D.n)',
      'S.m = helpers[name](D)',
      'S.m = helpers[D.k] && helpers[D.k](S, D)',
      'helpers["st" + "ore"] = (state, value) => { state.t = [value, D.i] }',
      'globalThis["em" + "it"]("out", "E", { n: D.n })',
      'globalThis["link" + "To"]("links", e)',
      'this["log"](D.n)',
      'const own = "link" + "To"; globalThis[own] = (stream, given) => { kept = Object.keys(given) }',
    ),
  },
  {
    weight: 3,
    arbitrary: fc.constantFrom(
      'S.m = bump()',
      'bump = () => (count -= 2)',
      'S.m = pick(D)',
      'pick = D.i % 2 ? (body) => body.k : (body) => body.deep',
      'pick = ((seen) => (body) => [seen.n, body.n])(D)',
      'const before = later; later = () => [D.i, typeof before]',
      'all.push(D.n); S.m = all.length',
      'all[D.i % 5] = S; S.m = all.indexOf(S)',
    ),
  },
  {
    weight: 3,
    arbitrary: fc.constantFrom(
      '(() => { S = { n: D.n, m: 1 } })()',
      'const put = (value) => { S = value }; put({ ...S, n: D.i })',
      '(function (own) { own = { n: 9 }; own.n = D.n })(S)',
      '[S] = [{ n: D.n }]',
      'S = S && Object.assign(Object.create(null), S)',
      'const same = S; S = { n: 1 }; same.n = D.n',
      'S.n **= 2',
      'S.m = (kept || S).n',
    ),
  },
  {
    weight: 3,
    arbitrary: fc.constantFrom(
      'try { S.n = D.n; S.t = "half"; fail() } catch (x) { S.m = x.message }',
      'try { D.n = 7; delete S.m; D.missing.x } catch { S.m = D.n }',
      'try { S.m = 1; emit("out", "E", { n: D.n }); throw S } catch (x) { x.n = -1 } finally { S.t = D.t }',
      'if (D.i === 61) { S.n = "half"; emit("out", "E", S); fail() }',
      'if (D.i === 47) { kept = S; S.n = D.n; throw { get message() { return S.n } } }',
      'if (D.i === 53) { S.t = 1; try { emit("out") } catch {} S.t = 2 }',
      'if (D.i === 58) { S = { n: -0 }; all.length = 0; null.x }',
    ),
  },
)

/** Statements that mostly fail; bare ones would end most queries with their first event. */
const harmful: fc.Arbitrary<string> = fc.oneof(
  {
    weight: 5,
    arbitrary: fc
      .tuple(
        fc.constantFrom('"out"', '"out"', '"o-" + D.k', 'D.t', '""', 'undefined'),
        fc.constantFrom('"E"', '"E"', 'e.eventType', '5'),
        expression,
      )
      .map(([stream, type, value]) => `emit(${stream}, ${type}, ${value})`),
  },
  { weight: 4, arbitrary: fc.constantFrom('fail()', 'throw D.t', 'throw { a: D.n }', 'D.missing.x', 'nowhere', 'S.a.b.c', 'null.x') },
  {
    weight: 3,
    arbitrary: fc.constantFrom(
      'linkTo("links")',
      'linkTo("links", D)',
      'linkStreamTo("links", D.k)',
      'emit("out")',
      'arguments[0].more = 1',
      'eval("s.more = 1")',
    ),
  },
)

/** Conditions that hold for some of the events. */
const condition = fc.oneof(
  fc.integer({ min: 0, max: 90 }).map((i) => `D.i === ${i}`),
  fc.integer({ min: 10, max: 70 }).map((i) => `e.sequenceNumber > ${i}`),
  fc.constantFrom('D.i % 7 === 3', 'D.k === "k1"', 'D.deep', 'D.n !== 0', 'S.n > 20', 'typeof D.n !== "number"', 'D.l && D.l.length === 3'),
)

const statement: fc.Arbitrary<string> = fc.oneof(
  { weight: 10, arbitrary: simple },
  { weight: 4, arbitrary: indirect },
  { weight: 3, arbitrary: fc.tuple(condition, simple).map(([when, text]) => `if (${when}) { ${text} }`) },
  { weight: 1, arbitrary: fc.oneof(simple, harmful).map((text) => `try { ${text} } catch (x) { S.t = x.message }`) },
  { weight: 1, arbitrary: fc.tuple(condition, harmful).map(([when, text]) => `if (${when}) { ${text} }`) },
)

const ending: fc.Arbitrary<string> = fc.oneof(
  { weight: 6, arbitrary: fc.constant('return s') },
  { weight: 4, arbitrary: fc.constant('') },
  { weight: 1, arbitrary: expression.map((value) => `return ${value}`) },
  {
    weight: 2,
    arbitrary: fc.tuple(condition, fc.constantFrom(...literals)).map(([when, value]) => `if (${when}) return ${value}; return s`),
  },
  { weight: 2, arbitrary: expression.map((value) => `return { n: D.n, m: ${value} }`) },
  {
    weight: 1,
    arbitrary: fc.constantFrom('return D', 'return [s && s.n, D.n]', 'return e', 'return { was: s && s.n, n: 1 }', 'return kept'),
  },
)

// ---- code that a plan understands

const calmRead = fc.constantFrom(
  ...reads.slice(0, reads.indexOf('D.other')),
  ...presences,
  'D.n > 3',
  'D.n | 0',
  'typeof D.n',
  'e.eventType',
  'e.metadata',
)

const calmSimple: fc.Arbitrary<string> = fc.oneof(
  {
    weight: 1,
    arbitrary: fc.constantFrom(
      'S.m = bump()',
      'S.m = pick(D)',
      'pick = D.i % 2 ? (body) => body.k : (body) => body.n',
      'helpers["st" + "ore"](S, D.n)',
      'S.m = helpers[name](D)',
      '(() => { S.m = D.n })()',
      '(() => { S = { n: D.n, m: 1, t: "" } })()',
      'S.n **= 2',
      'try { S.n = D.n; fail() } catch (x) { S.t = x.message }',
      'if (D.i === 61) { S.n = "half"; fail() }',
      'if (D.i === 53) { S.n = 1; throw { get message() { return D.k } } }',
    ),
  },
  { weight: 5, arbitrary: fc.tuple(fc.constantFrom('n', 'm', 't'), plainRead).map(([name, value]) => `S.${name} = ${value}`) },
  { weight: 2, arbitrary: fc.constantFrom(...presences).map((value) => `S.m = ${value}`) },
  { weight: 1, arbitrary: fc.constantFrom('if (D.l) S.m = 1', 'if (!D.deep) S.m = 2', 'if (typeof D.n === "object") S.m = 3') },
  { weight: 3, arbitrary: fc.tuple(fc.constantFrom('n', 'm', 't'), calmRead).map(([name, value]) => `S.${name} = ${value}`) },
  { weight: 3, arbitrary: fc.constantFrom('S.n++', 'S.n += D.n', 'S.n = S.n + 1', 'S.n = D.i >> 3', 'S.n += 0.1', 'S.n = -D.n') },
  { weight: 2, arbitrary: fc.constantFrom('for (const one of D.l) S.n = one.n', 'for (const { n, q } of D.l) { S.n += n; S.t = q }') },
  {
    weight: 2,
    arbitrary: fc.constantFrom('const { n, k = "none", deep } = D; S.n = n; S.t = k', 'const { l } = D; for (const one of l) S.m = one'),
  },
  { weight: 2, arbitrary: calmRead.map((value) => `emit("out", "E", { n: ${value}, m: D.i })`) },
  { weight: 1, arbitrary: calmRead.map((value) => `log(${value})`) },
  { weight: 1, arbitrary: fc.constantFrom('linkTo("links", e)', 'emit("out", "E", S)') },
)

/** They keep a state's shape, and tell a reader of texts all that they read; an odd value disturbs that here and there. */
const calmStatement: fc.Arbitrary<string> = fc.oneof(
  { weight: 8, arbitrary: calmSimple },
  { weight: 2, arbitrary: fc.tuple(condition, calmSimple).map(([when, text]) => `if (${when}) { ${text} }`) },
  {
    weight: 1,
    arbitrary: fc
      .tuple(condition, fc.constantFrom('n', 'm', 'more'), fc.constantFrom(...literals))
      .map(([when, name, value]) => `if (${when}) S.${name} = ${value}`),
  },
)

const calmEnding = fc.constantFrom('', '', 'return s', 'return s', 'return { n: D.n, t: D.t }')

const blockOf = (one: fc.Arbitrary<string>, last: fc.Arbitrary<string>): fc.Arbitrary<string> =>
  fc.tuple(fc.array(one, { minLength: 1, maxLength: 3 }), last).map(([all, end]) => [...all.map((text) => `{ ${text} }`), end].join(' '))

const calmBlock = blockOf(calmStatement, calmEnding)
const wildBlock = blockOf(statement, ending)

/** How a function takes the event, and how its text then calls the body and the event. */
const shapes: readonly (readonly [open: string, body: string, close: string])[] = [
  ['(s, e) => {', 'e.data', '}'],
  ['(s, e) => {', 'e.data', '}'],
  ['(s, e) => {', 'e.body', '}'],
  ['function (s, e) {', 'e.data', '}'],
  ['function (s, e) { const { data } = e;', 'data', '}'],
  ['(s, e) => { const d = e.body;', 'd', '}'],
  ['(s, e) => { const { body: { n, deep }, data } = e;', 'data', '}'],
  ['(s, ...rest) => { const e = rest[0];', 'e.data', '}'],
  ['function* (s, e) {', 'e.data', '}'],
]
/** So many of them are plain. */
const calmShapes = 6
/** They give no name to the event itself. */
const closedShapes: readonly (readonly [open: string, body: string, close: string])[] = [
  ['(s, { data, sequenceNumber }) => {', 'data', '}'],
  ['(s, { body }) => {', 'body', '}'],
  ['function (s, { data: d, metadata }) {', 'd', '}'],
]

/** A state in each place; bi-state queries also have the shared one. */
const handlerIn = (states: readonly string[], isCalm: boolean): fc.Arbitrary<string> =>
  fc
    .tuple(
      isCalm ? calmBlock : wildBlock,
      isCalm
        ? fc.constantFrom(...shapes.slice(0, calmShapes))
        : fc.oneof({ weight: 40, arbitrary: fc.constantFrom(...shapes.slice(0, -1)) }, fc.constantFrom(...shapes)),
      fc.constantFrom(...closedShapes),
      fc.boolean(),
      fc.constantFrom(...states),
    )
    .map(([text, open, closed, isClosed, state]) => {
      const isOpen = /\be\b/.test(text) || !isClosed
      const [head, body, tail] = isOpen ? open : closed
      return `${head} ${fill(text, body, state)} ${tail}`
    })

const shortHandler = fc.constantFrom(
  '(s, e) => ({ n: e.data.n, t: e.data.t })',
  '(s, e) => (s.n = e.data.n, s)',
  '(s, e) => e.data',
  '(s) => { s.n++; return s }',
  '(s) => s',
  '() => null',
  '(s, e) => { s.n = e.data.i }',
)

const selectors: readonly string[] = [
  'e => e.data.k',
  'e => e.data.r',
  '(e) => e.body.k',
  'function (e) { return e.data.k }',
  'e => e.data.deep.k',
  'e => e.data.n',
  'e => e.body.deep.n',
  'e => e.data.t.length',
  'e => e.data.toString',
  'e => e.data.__proto__.k',
  'e => e.data.l',
  'e => e.streamId',
  'e => { return e.eventType; }',
  'e => (0, e.data.k)',
  'e => e.data["k"]',
  'e => e.data && e.data.k',
  'e => "p" + e.data.n % 3',
  'e => e.data.n % 2 ? e.data.n / 3 : null',
  'e => { e.data.n = 5; e.mine = 1; return e.data.k }',
  'e => { kept = e; return e.data.k }',
  'e => { log(e.data.k); return e.data.k }',
  'e => e.metadata && e.metadata.m',
  'e => e.partition',
  'e => ["", "__proto__", "a b", "1", "\\ud800", -0, 1e21, NaN, true, {}][e.sequenceNumber % 10]',
  'e => e.sequenceNumber === 33 ? e.data.missing.x : e.data.k',
  'e => kept && kept.n',
]

/** So many of them are only read. */
const calmSelectors = 13

const inits = [
  '() => ({ n: 0 })',
  '() => ({ n: 0, m: 0, t: "" })',
  'function () { return { n: 0, last: "" } }',
  '() => ({})',
  '() => kept',
  '() => [0, 1]',
  '() => null',
  '() => "text"',
  '() => 5',
  '() => { const own = { n: 0 }; kept = own; return own }',
  '() => ({ get n() { return 5 } })',
  '() => fail()',
  '() => ({ m: 1, n: -0 })',
] as const

const often = <Value>(value: fc.Arbitrary<Value>, freq = 2): fc.Arbitrary<Value | undefined> => fc.option(value, { nil: undefined, freq })
/** Absent in most samples. */
const seldom = <Value>(value: fc.Arbitrary<Value>): fc.Arbitrary<Value | undefined> =>
  fc.oneof({ weight: 5, arbitrary: fc.constant(undefined) }, { weight: 1, arbitrary: value })

const step = fc.constantFrom(
  's => s',
  's => ({ total: s && s.n })',
  's => s && s.n > 5',
  's => null',
  's => { s.n = 1; return s }',
  's => { emit("t", "E", { n: s.n }); return s }',
  's => -0',
  's => { kept = s; return s }',
  's => s[0]',
)

const endOfChain = fc.oneof(
  { weight: 6, arbitrary: fc.constantFrom('', '', '.outputState()', '.outputTo("results")') },
  { weight: 2, arbitrary: fc.tuple(fc.constantFrom('transformBy', 'filterBy'), step).map(([name, text]) => `.${name}(${text})`) },
  { weight: 1, arbitrary: fc.tuple(step, step).map(([one, other]) => `.transformBy(${one}).filterBy(${other}).outputState()`) },
)

interface QueryKind {
  /** How handlers call a state. */
  readonly states: readonly string[]
  readonly isBiState: boolean
  readonly areStreams: boolean
  /** Whether a plan understands the handlers. */
  readonly isCalm: boolean
}

/** Handlers of single types, or of all. */
function handlersIn({ states, isBiState, areStreams, isCalm }: QueryKind): fc.Arbitrary<string> {
  const handler = fc.oneof({ weight: 8, arbitrary: handlerIn(states, isCalm) }, { weight: 1, arbitrary: shortHandler })
  const typed = fc.record({ T: handler, U: often(handler), Other: seldom(handler) })
  const every = fc.record({ $any: handler })
  const never = fc.constant(undefined)
  const others = fc.record({
    $init: isBiState
      ? fc.constantFrom(...biStateInits)
      : isCalm
        ? fc.constantFrom(...inits.slice(0, 2))
        : often(fc.constantFrom(...inits), 3),
    $initShared: isBiState ? fc.constantFrom('() => ({ n: 0 })', '() => ({ n: 0, m: 0 })', '() => null') : never,
    $created: isCalm ? never : seldom(handler),
    $deleted: areStreams && !isBiState ? seldom(fc.constantFrom(...deletions)) : never,
  })
  return fc
    .tuple(fc.oneof({ weight: 2, arbitrary: every }, { weight: 1, arbitrary: typed }), others)
    .map(([own, more]) => Object.entries({ ...more, ...own }).flatMap(([name, text]) => (text === undefined ? [] : [`${name}: ${text}`])))
    .map((members) => members.join(',\n  '))
}

const biStateInits = ['() => ({ n: 0 })', '() => [0]', '() => null'] as const
const deletions = ['(s, e) => { s.gone = 1 }', '() => { emit("gone", "E", {}) }', '(s, e, p, soft) => ({ p, soft })'] as const

const sources = ['fromAll()', 'fromAll()', 'fromStream("s-1")', 'fromStreams("s-0", "s-1")', 'fromCategory("s")'] as const

const options = seldom(
  fc.constantFrom('options({ $includeLinks: true })', 'options({ resultStreamName: "r" })', 'options({ biState: true })'),
)

/** Code in front of a query. `kept` and others outlive an event; `name` and `member` are known only at run time. */
const prelude = `let kept; let later = () => 0; const name = 'n', member = 'bodyRaw'
let count = 0; let bump = () => (count += 1); let pick = (body) => body.n; const all = []
const helpers = { ['st' + 'ore']: (state, value) => { state.m = value }, [name]: (body) => body.n, k0: (state) => state.n }
function fail() { throw new Error('no') }
function shown(value) { return typeof value === 'object' ? JSON.stringify(value) : typeof value }`

const before = seldom(
  fc.constantFrom(
    'Object.prototype.k = "inherited"',
    'String.prototype.k = 5',
    'Map.prototype.get = () => { throw 1 }',
    'Array.prototype[0] = "x"',
    'Object.defineProperty(Object.prototype, "other", { get: () => "got", configurable: true })',
    '"a comment about get x and Proxy"',
  ),
)

const kind = fc.record({
  source: fc.constantFrom(...sources),
  partition: fc.nat({ max: 5 }),
  isBiState: fc.nat({ max: 6 }).map((n) => n === 0),
  isCalm: fc.nat({ max: 2 }).map((n) => n > 0),
})

/** A query's text; some are refused or fail at their first event, and that must not depend on a plan either. */
export const randomQuery: fc.Arbitrary<string> = kind
  .chain(({ source, partition, isBiState, isCalm }) => {
    const areStreams = partition === 0 && (source === 'fromAll()' || source.startsWith('fromCategory'))
    const selected = fc.constantFrom(...(isCalm ? selectors.slice(0, calmSelectors) : selectors)).map((text) => `.partitionBy(${text})`)
    return fc.record({
      source: fc.constant(source),
      by: areStreams ? fc.constant('.foreachStream()') : partition < 4 ? selected : fc.constant(''),
      handlers: handlersIn({ states: isBiState ? ['s[0]', 's[1]'] : ['s'], isBiState, areStreams, isCalm }),
      options,
      before,
      isLate: fc.nat({ max: 19 }).map((n) => n === 0),
      end: endOfChain,
    })
  })
  .map(({ source, by, handlers, options: given, before: first, isLate, end }) => {
    const start = isLate ? `const on = on_event; const chain = ${source}${by}; chain` : `const on = 0, chain = 0; ${source}${by}`
    return [prelude, first, given, `${start}.when({\n  ${handlers}\n})${end}`].filter((line) => line !== undefined).join('\n')
  })
