import { expect, it, onTestFinished } from 'vitest'
import { createStore } from '../../../engine/store.ts'
import type { Scenario } from '../../../engine/scenario/scenario.ts'
import { elementCode, frameCode, isTooLongForTest, playwrightCode, vitestCode } from './generated-code.ts'
import { findingsIn } from './read-findings.ts'

const scenario: Scenario = {
  version: 1,
  events: [
    { stream: 'cart-1', type: 'Added', data: { price: 5 } },
    { stream: 'cart-2', type: 'Added', data: { price: 7 } },
  ],
  projections: [
    {
      name: 'totals',
      query: "fromCategory('cart').foreachStream().when({ $init: () => ({ total: 0 }), Added(s, e) { s.total += e.data.price } })",
    },
    { name: 'index', query: "fromCategory('cart').when({ Added(s, e) { linkTo('added', e) } })" },
    { name: "it's broken", query: 'fromAll().when({ Added(s) { s.a.b } })' },
    { name: 'stopped', query: 'fromAll().when({ $any: () => ({ n: 1 }) })', enabled: false },
  ],
}

it('finds states of partitions, emitted streams and faults, nothing of what does not run', { timeout: 30_000 }, async () => {
  const store = createStore()
  onTestFinished(() => store.close())
  expect(await findingsIn(store, scenario)).toEqual([
    { kind: 'state', projection: 'totals', partition: 'cart-1', state: { total: 5 } },
    { kind: 'state', projection: 'totals', partition: 'cart-2', state: { total: 7 } },
    { kind: 'events', stream: 'added', types: ['Added', 'Added'] },
    { kind: 'fault', projection: "it's broken", reason: expect.stringContaining('undefined') as string },
  ])
})

const findings = [
  { kind: 'state', projection: 'totals', partition: 'cart-1', state: { total: 5 } },
  { kind: 'state', projection: 'all', partition: '', state: 7 },
  { kind: 'events', stream: "it's", types: ['A', 'B'] },
  { kind: 'fault', projection: 'broken', reason: 'a "reason"' },
] as const

it('writes expectations of a test for Vitest', () => {
  const code = vitestCode({ title: "It's a test", scenario: { version: 1 }, file: undefined }, findings)
  expect(code).toContain(`test("It's a test", async () => {`)
  expect(code).toContain(`
  expect(await store.state('totals', 'cart-1')).toEqual({
    total: 5,
  })
  expect(await store.state('all')).toEqual(7)
  expect((await store.read("it's")).map(({ type }) => type)).toEqual(['A', 'B'])
  expect((await store.fault('broken'))?.message).toContain('a "reason"')
})
`)
})

it('writes expectations of a test for Playwright', () => {
  const code = playwrightCode({ title: 'A test', scenario: { version: 1 }, file: undefined }, findings)
  expect(code).toContain(`await expect(store).toHaveProjectionState('totals', {\n    total: 5,\n  }, { partition: 'cart-1' })\n`)
  expect(code).toContain("await expect(store).toHaveProjectionState('all', 7)\n")
})

it('keeps a member that would be the prototype', () => {
  const scenario = JSON.parse('{"version":1,"events":[{"stream":"s","type":"T","data":{"__proto__":{"a":1}}}]}') as Scenario
  const code = vitestCode({ title: 'A test', scenario, file: undefined }, [])
  expect(code).toContain(`data: {\n        ['__proto__']: {\n          a: 1,\n`)
})

it('writes an embed whose data cannot end its script, and names a file where there are many', () => {
  expect(elementCode({ version: 1, title: '</script><b>' }, 'x.json')).toContain('\\u003c/script>\\u003cb>')
  const large = { version: 1 as const, events: Array.from({ length: 500 }, () => ({ stream: 's', type: 'T', data: {} })) }
  expect(elementCode(large, 'x.json')).toMatch(/<rillbox-playground src="x.json"><\/rillbox-playground>\n$/)
})

it('takes a long scenario from its file', () => {
  const long = { version: 1 as const, events: Array.from({ length: 5000 }, () => ({ stream: 's', type: 'T', data: {} })) }
  expect([isTooLongForTest(scenario), isTooLongForTest(long)]).toEqual([false, true])
  const start = { title: 'A test', scenario: long, file: 'many-carts.json' }
  expect(vitestCode(start, findings)).toMatch(
    /^import \{ createStore \} from 'rillbox'\nimport .* from 'vitest'\nimport scenario from '\.\/many-carts\.json'\n\ntest\(/,
  )
  const [imports, , use, ...others] = playwrightCode(start, findings).split('\n')
  expect(imports).toBe("import { expect, test } from 'rillbox/playwright'")
  expect(use).toBe("test.use({ store: { baseUrl: 'http://localhost:2113', scenario: new URL('many-carts.json', import.meta.url) } })")
  expect(others.join('\n')).not.toContain('stream:')
})

it('writes a frame', () => {
  expect(frameCode('https://x.test/?a=1&b#1.A', '"Carts"')).toBe(
    '<iframe\n  src="https://x.test/?a=1&amp;b#1.A"\n  title="&quot;Carts&quot;"\n  width="100%"\n  height="640"\n  loading="lazy"\n></iframe>\n',
  )
})
