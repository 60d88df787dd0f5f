// The chain that selectors return: its members in each state, and their effects (projection-language §3.3, §3.4).

import type { Handler, QueryDefinition, TransformStep } from './definition.ts'
import type { Guest } from './guest.ts'
import type { HandlerRegistry } from './handlers.ts'
import type { Primordials } from './primordials.ts'
import type { Values } from './values.ts'

/** Named after the last call. */
export type ChainState = 'everything' | 'stream' | 'partitioned' | 'when' | 'output' | 'transform' | 'none'

/** Gives the chain exactly the members of a state. @returns the chain. */
export type ChainAfter = (state: ChainState) => object

/** Runs inside the sandbox; refers to nothing outside itself. */
export function makeChain(
  p: Primordials,
  { fail }: Guest,
  values: Values,
  handlers: HandlerRegistry,
  definition: QueryDefinition,
): ChainAfter {
  const { define, deleteProperty, ownKeys } = p
  const { isBlank, isObject, isScriptFunction } = values
  const { chain, sources, steps } = definition

  const membersAfter: Record<ChainState, readonly string[]> = {
    everything: ['when', 'partitionBy', 'outputState', 'foreachStream'],
    stream: ['when', 'partitionBy', 'outputState'],
    partitioned: ['when'],
    when: ['transformBy', 'filterBy', 'outputState', 'outputTo', '$defines_state_transform'],
    output: ['transformBy', 'filterBy', 'outputTo'],
    transform: ['transformBy', 'filterBy', 'outputState', 'outputTo'],
    none: [],
  }

  function chainAfter(state: ChainState): object {
    const present = ownKeys(chain)
    for (let i = 0; i < present.length; i += 1) deleteProperty(chain, present[i]!)
    const members = membersAfter[state]
    for (let i = 0; i < members.length; i += 1) define(chain, members[i]!, chained[members[i]!])
    return chain
  }

  function transform(step: TransformStep): object {
    sources.options.producesResults = true
    sources.options.definesStateTransform = true
    steps[steps.length] = step
    return chainAfter('transform')
  }

  const unlessBlank = (name: string): string | null => (isBlank(name) ? null : name)

  const chained: Record<string, Handler> = {
    when(given) {
      if (isObject(given)) handlers.registerAll(given)
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

  return chainAfter
}
