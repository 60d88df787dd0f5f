// Appends versions of a definition to its stream (projections-http §11.2).

import { newEvents } from '../../base/event-table.ts'
import type { Environment } from '../../base/environment.ts'
import type { ReadTransaction, WriteTransaction } from '../../storage/storage.ts'
import type { Streams } from '../../streams/streams.ts'
import type { Definition } from '../model/definition.ts'
import type { Deletion } from '../model/definition-json.ts'
import { definitionJson } from '../model/definition-json.ts'
import { definitionStream, eventTypes } from '../model/names.ts'

export interface DefinitionWriter {
  /** The version of the next definition of this name; versions of deleted predecessors are not used again. */
  nextVersionIn(tx: ReadTransaction, name: string): Promise<number>
  /** Writes a version; transient projections have no stream. */
  writeIn(tx: WriteTransaction, name: string, definition: Definition, deletion?: Deletion): Promise<void>
}

export function createDefinitionWriter(streams: Streams, environment: Pick<Environment, 'uuid'>): DefinitionWriter {
  const lastIn = async (tx: ReadTransaction, name: string) => (await streams.headIn(tx, definitionStream(name)))?.last ?? -1
  return {
    nextVersionIn: async (tx, name) => (await lastIn(tx, name)) + 1,
    async writeIn(tx, name, definition, deletion) {
      if (definition.mode === 'Transient') return
      const event = {
        id: environment.uuid(),
        type: eventTypes.updated,
        data: definitionJson(definition, deletion),
        metadata: '',
        isJson: true,
      }
      await streams.appendIn(tx, { stream: definitionStream(name), events: newEvents([event]), expected: BigInt(await lastIn(tx, name)) })
    },
  }
}
