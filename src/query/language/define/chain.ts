// The chain that selectors return: its members in each state, and their effects (projection-language §3.3, §3.4).

import type { Handler, TransformStep } from './definition.ts'
import { definition, sources } from './definition.ts'
import { fail } from '../guest.ts'
import { registerAll } from './handlers.ts'
import { unlessBlank } from './options.ts'
import { define, deleteProperty, ownKeys } from '../primordials.ts'
import { isObjectOrFunction, isScriptFunction } from './values.ts'

/** Named after the last call. */
export type ChainState = 'everything' | 'stream' | 'partitioned' | 'when' | 'output' | 'transform' | 'none'

const { chain, steps } = definition

const membersAfter: Record<ChainState, readonly string[]> = {
  everything: ['when', 'partitionBy', 'outputState', 'foreachStream'],
  stream: ['when', 'partitionBy', 'outputState'],
  partitioned: ['when'],
  when: ['transformBy', 'filterBy', 'outputState', 'outputTo', '$defines_state_transform'],
  output: ['transformBy', 'filterBy', 'outputTo'],
  transform: ['transformBy', 'filterBy', 'outputState', 'outputTo'],
  none: [],
}

/** Gives the chain exactly the members of a state. @returns the chain. */
export function chainAfter(state: ChainState): object {
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

const chained: Record<string, Handler> = {
  when(given) {
    if (isObjectOrFunction(given)) registerAll(given)
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
