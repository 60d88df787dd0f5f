// The definition phase: selectors, chains, options and handlers, and the source definition they add up to.

import type { Emissions } from './emission.ts'
import type { Guest } from './guest.ts'
import type { Primordials, SafeMap } from './primordials.ts'
import type { SessionSettings } from './session.ts'

export type Handler = (...args: unknown[]) => unknown

export interface TransformStep {
  readonly keeps: boolean
  readonly call: Handler
}

/** What the script defined; flags as in projection-language §4.2. */
export interface Definition {
  readonly sources: DefinedSources
  readonly handlers: SafeMap<string, Handler>
  readonly created: Handler[]
  readonly steps: TransformStep[]
  readonly chain: object
  init: Handler | undefined
  initShared: Handler | undefined
  any: Handler | undefined
  deleted: Handler | undefined
  partitionBy: Handler | undefined
  /** Ends the phase: the selectors go, what handlers may call comes. */
  finish(): void
}

export interface DefinedSources {
  allStreams: boolean
  readonly categories: string[]
  readonly streams: string[]
  allEvents: boolean
  readonly events: string[]
  byStreams: boolean
  byCustomPartitions: boolean
  readonly options: {
    definesFold: boolean
    producesResults: boolean
    definesStateTransform: boolean
    handlesDeletedNotifications: boolean
    includeLinks: boolean
    resultStreamName: string | null
    partitionResultStreamNamePattern: string | null
    reorderEvents: boolean
    processingLag: number
    biState: boolean
  }
}

/** Runs inside the sandbox; refers to nothing outside itself. */
export function defineLanguage(p: Primordials, guest: Guest, emissions: Emissions, settings: SessionSettings): Definition {
  const { define, deleteProperty, expression, fileName, getOwnPropertyDescriptor, hasOwn, isArray, ownKeys, toLowerCase, truncate } = p
  const { fail } = guest

  const blank = expression(/^[\t-\r \u0085\u00a0\u1680\u2000-\u200a\u2028\u2029\u202f\u205f\u3000]*$/)
  const sources: DefinedSources = {
    allStreams: false,
    categories: p.list<string>(),
    streams: p.list<string>(),
    allEvents: true,
    events: p.list<string>(),
    byStreams: false,
    byCustomPartitions: false,
    options: {
      definesFold: false,
      producesResults: false,
      definesStateTransform: false,
      handlesDeletedNotifications: false,
      includeLinks: false,
      resultStreamName: null,
      partitionResultStreamNamePattern: null,
      reorderEvents: false,
      processingLag: 0,
      biState: false,
    },
  }
  p.setPrototypeOf(sources, null)
  p.setPrototypeOf(sources.options, null)

  const chain = {}
  const definition: Definition = {
    sources,
    handlers: p.map(),
    created: p.list(),
    steps: p.list(),
    chain,
    init: undefined,
    initShared: undefined,
    any: undefined,
    deleted: undefined,
    partitionBy: undefined,
    finish,
  }

  const isObject = (value: unknown): value is object => (typeof value === 'object' && value !== null) || typeof value === 'function'
  const add = <Item>(items: Item[], item: Item): void => {
    items[items.length] = item
  }
  const isBlank = (name: string): boolean => blank.exec(name) !== null
  /** Only functions that the script wrote count; bound and built-in ones do not (projection-language §3.4). */
  const isScriptFunction = (value: unknown): value is Handler => typeof value === 'function' && fileName(value) === settings.sourceName

  // ---- handlers (projection-language §3.6)

  function register(name: string, handler: Handler): void {
    switch (name) {
      case '$init':
        definition.init = handler
        return
      case '$initShared':
        definition.initShared = handler
        sources.options.biState = true
        return
      case '$any':
        definition.any = handler
        sources.allEvents = true
        return
      case '$created':
        add(definition.created, handler)
        return
      case '$deleted':
        if (sources.options.biState) fail('Cannot handle deletes in bi-state projections')
        definition.deleted = handler
        sources.options.handlesDeletedNotifications = true
        return
      default:
        sources.allEvents = false
        if (definition.handlers.has(name)) fail('An item with the same key has already been added. Key: ' + name)
        definition.handlers.set(name, handler)
        add(sources.events, name)
    }
  }

  function registerAll(handlers: object): void {
    const names = ownKeys(handlers)
    for (let i = 0; i < names.length; i += 1) {
      const name = names[i]!
      if (typeof name === 'symbol') continue
      const member = getOwnPropertyDescriptor(handlers, name)
      if (member !== undefined && hasOwn(member, 'value') && isScriptFunction(member.value)) register(name as string, member.value)
    }
  }

  // ---- options (projection-language §3.5)

  const toInt32 = (value: number): number => {
    const whole = truncate(value)
    return whole >= -2147483648 && whole <= 2147483647 ? whole : -2147483648
  }

  function setOption(name: string, value: unknown): void {
    const { options: target } = sources
    const flag = (): boolean => (typeof value === 'boolean' ? value : fail('Invalid value'))
    switch (toLowerCase(name)) {
      case '$includelinks':
        target.includeLinks = flag()
        return
      case 'reorderevents':
        target.reorderEvents = flag()
        return
      case 'bistate':
        target.biState = flag()
        return
      case 'processinglag':
        target.processingLag = typeof value === 'number' ? toInt32(value) : fail('Invalid value')
        return
      case 'resultstreamname':
        target.resultStreamName = typeof value === 'string' ? unlessBlank(value) : fail('Invalid value')
        return
      default:
        fail('Unrecognized option: ' + name)
    }
  }

  const unlessBlank = (name: string): string | null => (isBlank(name) ? null : name)

  function options(given: unknown): void {
    if (!isObject(given)) return
    const names = ownKeys(given)
    for (let i = 0; i < names.length; i += 1) {
      const name = names[i]!
      const member = getOwnPropertyDescriptor(given, name)
      if (typeof name === 'string' && member?.enumerable) setOption(name, (given as Record<string, unknown>)[name])
    }
  }

  // ---- chains (projection-language §3.3, §3.4)

  const whole = { output: ['transformBy', 'filterBy', 'outputTo'], transform: ['transformBy', 'filterBy', 'outputState', 'outputTo'] }
  const membersAfter: Record<string, readonly string[]> = {
    everything: ['when', 'partitionBy', 'outputState', 'foreachStream'],
    stream: ['when', 'partitionBy', 'outputState'],
    partitioned: ['when'],
    when: ['transformBy', 'filterBy', 'outputState', 'outputTo', '$defines_state_transform'],
    output: whole.output,
    transform: whole.transform,
    none: [],
  }

  /** Gives the chain object exactly the members of a state. */
  function chainAfter(state: keyof typeof membersAfter): object {
    const present = ownKeys(chain)
    for (let i = 0; i < present.length; i += 1) deleteProperty(chain, present[i]!)
    const members = membersAfter[state]!
    for (let i = 0; i < members.length; i += 1) define(chain, members[i]!, chained[members[i]!])
    return chain
  }

  function transform(step: TransformStep): object {
    sources.options.producesResults = true
    sources.options.definesStateTransform = true
    add(definition.steps, step)
    return chainAfter('transform')
  }

  const chained: Record<string, Handler> = {
    when(handlers) {
      if (isObject(handlers)) registerAll(handlers)
      sources.options.definesFold = true
      return chainAfter('when')
    },
    foreachStream() {
      sources.byStreams = true
      return chainAfter('partitioned')
    },
    partitionBy(select) {
      if (!isScriptFunction(select)) return fail('partitionBy')
      definition.partitionBy = select
      sources.byCustomPartitions = true
      return chainAfter('partitioned')
    },
    outputState() {
      sources.options.producesResults = true
      return chainAfter('output')
    },
    transformBy: (step) => transform({ keeps: false, call: isScriptFunction(step) ? step : fail('expected function') }),
    filterBy: (step) => transform({ keeps: true, call: isScriptFunction(step) ? step : fail('expected function') }),
    outputTo(...given) {
      if (given.length !== 1 && given.length !== 2) fail('invalid number of parameters')
      const stream = given[0]
      const pattern = given[1]
      if (typeof stream !== 'string') return fail("expected string value (Parameter 'resultStream')")
      if (given.length === 2 && typeof pattern !== 'string') fail("expected string value (Parameter 'partitionResultStreamPattern')")
      sources.options.resultStreamName = unlessBlank(stream)
      if (typeof pattern === 'string') sources.options.partitionResultStreamNamePattern = unlessBlank(pattern)
      return chainAfter('none')
    },
    $defines_state_transform() {
      sources.options.producesResults = true
      sources.options.definesStateTransform = true
    },
  }

  // ---- selectors (projection-language §3.2)

  function addNames(target: string[], names: readonly unknown[], prefix: string, parameter: string): void {
    for (let i = 0; i < names.length; i += 1) {
      const name = names[i]
      if (typeof name !== 'string') fail(parameter)
      add(target, prefix + (name as string))
    }
  }

  function fromCategory(...given: unknown[]): unknown {
    const first = given[0]
    if (given.length === 0) return chain
    if (isArray(first)) addNames(sources.streams, first, '$ce-', 'categories')
    else if (given.length > 1) addNames(sources.streams, given, '$ce-', 'categories')
    else addNames(sources.categories, given, '', 'category')
    return chainAfter('everything')
  }

  const definitionGlobals: Record<string, Handler> = {
    fromAll() {
      sources.allStreams = true
      return chainAfter('everything')
    },
    fromStream(name) {
      if (typeof name !== 'string') return fail('stream')
      add(sources.streams, name)
      return chainAfter('stream')
    },
    fromStreams(...given) {
      const first = given[0]
      addNames(sources.streams, isArray(first) ? first : given, '', 'streams')
      return chainAfter('stream')
    },
    fromCategory,
    fromCategories: fromCategory,
    options,
    on_event(...given) {
      const type = given[0]
      const handler = given[1]
      if (given.length !== 2) fail('invalid number of parameters')
      if (typeof type !== 'string') return fail('eventName')
      register(type, isScriptFunction(handler) ? handler : fail('eventHandler'))
      return undefined
    },
    on_any(...given) {
      if (given.length !== 1) fail('invalid number of parameters')
      register('$any', isScriptFunction(given[0]) ? given[0] : fail('eventHandler'))
    },
  }

  function defineGlobals(globals: Record<string, Handler>, fixed: boolean): void {
    const names = ownKeys(globals) as string[]
    for (let i = 0; i < names.length; i += 1) {
      const name = names[i]!
      define(globalThis, name, globals[name], fixed)
    }
  }

  defineGlobals(definitionGlobals, false)
  defineGlobals({ log: emissions.log }, true)

  function finish(): void {
    const names = ownKeys(definitionGlobals)
    for (let i = 0; i < names.length; i += 1) deleteProperty(globalThis, names[i]!)
    chainAfter('none')
    const functions: Record<string, Handler> = emissions.functions
    const added = ownKeys(functions) as string[]
    for (let i = 0; i < added.length; i += 1) {
      const name = added[i]!
      // A function that the script declared under this name cannot be redefined, only assigned.
      if (!define(globalThis, name, functions[name])) p.set(globalThis, name, functions[name])
    }
  }

  return definition
}
