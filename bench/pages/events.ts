// The events and queries that are measured, the same for the store and for its floor.

export interface BenchEvent {
  readonly eventId: string
  readonly eventType: string
  readonly data: {
    readonly order: number
    readonly customer: string
    readonly amount: number
    readonly lines: readonly { sku: string; quantity: number }[]
  }
}

/** @param partitions how many different customers there are. */
export const makeEvents = (count: number, partitions = 50): BenchEvent[] =>
  Array.from({ length: count }, (_, index) => ({
    eventId: crypto.randomUUID(),
    eventType: index % 4 === 3 ? 'Refunded' : 'Ordered',
    data: {
      order: index,
      customer: `customer-${index % partitions}`,
      amount: (index * 37) % 5000,
      lines: [
        { sku: `sku-${index % 200}`, quantity: (index % 3) + 1 },
        { sku: `sku-${index % 170}`, quantity: 1 },
      ],
    },
  }))

export const batches = <T>(events: readonly T[], size: number): T[][] =>
  Array.from({ length: Math.ceil(events.length / size) }, (_, index) => events.slice(index * size, (index + 1) * size))

export interface BenchQuery {
  /** Source of the projection. */
  readonly query: (stream: string) => string
  /** The same work as a script for the bare loop: defines `step(states, event)`, which returns the state that it changed. */
  readonly floor: string
}

const onlyState = 'const root = { state: undefined };'

export const queries = {
  counting: {
    query: (stream) => `fromStream('${stream}').when({ $init: () => ({ count: 0 }), $any: (s) => { s.count++; return s } })`,
    floor: `${onlyState} root.state = { count: 0 }; function step() { root.state.count++; return root.state }`,
  },
  reading: {
    query: (stream) => `fromStream('${stream}').when({
      $init: () => ({ revenue: 0, refunds: 0, pieces: 0 }),
      Ordered: (s, e) => { s.revenue += e.data.amount; for (const line of e.data.lines) s.pieces += line.quantity; return s },
      Refunded: (s, e) => { s.refunds += e.data.amount; return s },
    })`,
    floor: `${onlyState} root.state = { revenue: 0, refunds: 0, pieces: 0 }
      function step(e) {
        const s = root.state
        if (e.eventType === 'Ordered') { s.revenue += e.data.amount; for (const line of e.data.lines) s.pieces += line.quantity }
        else s.refunds += e.data.amount
        return s
      }`,
  },
  emitting: {
    query: (stream) => `fromStream('${stream}').when({
      $init: () => ({ count: 0 }),
      $any: (s, e) => { s.count++; emit('copies-of-${stream}', 'Copied', { order: e.data.order, amount: e.data.amount }); return s },
    })`,
    floor: `${onlyState} root.state = { count: 0 }; const emitted = []
      function step(e) {
        root.state.count++
        emitted.push(JSON.stringify({ order: e.data.order, amount: e.data.amount }))
        return root.state
      }`,
  },
  linking: {
    query: (stream) => `fromStream('${stream}').when({
      $init: () => ({ count: 0 }),
      $any: (s, e) => { s.count++; linkTo('links-to-${stream}', e); return s },
    })`,
    floor: `${onlyState} root.state = { count: 0 }; const linked = []
      function step(e) {
        root.state.count++
        linked.push(e.data.order + '@stream')
        return root.state
      }`,
  },
  partitioned: {
    query: (stream) => `fromStream('${stream}').partitionBy((e) => e.data.customer).when({
      $init: () => ({ orders: 0, amount: 0 }),
      $any: (s, e) => { s.orders++; s.amount += e.data.amount; return s },
    })`,
    floor: `const states = new Map()
      function step(e) {
        let s = states.get(e.data.customer)
        if (!s) states.set(e.data.customer, (s = { orders: 0, amount: 0 }))
        s.orders++; s.amount += e.data.amount
        return s
      }`,
  },
} satisfies Record<string, BenchQuery>
