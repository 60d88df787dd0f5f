// Turns the records of the second version of the protocol into events (grpc v2).

import type { NewEvent } from '../../base/events/events.ts'
import { CallRefused } from '../call.ts'
import type { MessageOf } from '../messages/shapes.ts'
import type { CallServices } from '../parts.ts'
import { contentOf, emptyId } from '../streams/expectation.ts'
import { readIdText } from '../wire/ids.ts'
import { recordTooLarge, transactionTooLarge, unusable } from './problems.ts'
import { printProperties, textProperty } from './properties.ts'

type WireRecord = MessageOf<'v2.AppendRecord'>

/** The names of formats in the metadata of events, by their numbers. */
const formats = ['', 'Json', 'Protobuf', 'Avro', 'Bytes']
const json = 1

/** The records of one call, as long as they fit together. */
export class RecordReader {
  readonly #parts: Pick<CallServices, 'facts' | 'environment'>
  #size = 0

  constructor(parts: Pick<CallServices, 'facts' | 'environment'>) {
    this.#parts = parts
  }

  /** @throws CallRefused where the record makes no event, or is too large. */
  read(record: WireRecord, stream: string): NewEvent {
    const { facts, environment } = this.#parts
    const { schema, recordId, data } = record
    const format = schema && formats[schema.format]
    if (!schema || !format) throw new CallRefused(unusable('A record has a schema with a format and a name.'))
    if (!isSchemaName(schema.name)) throw new CallRefused(unusable(`"${schema.name}" is no name of a schema.`))
    const id = recordId === undefined ? environment.uuid() : readIdText(recordId)
    if (id === undefined || id === emptyId) throw new CallRefused(unusable(`"${recordId}" is no id of a record.`))
    const metadata = metadataOf(record, format)
    if (metadata === undefined) throw new CallRefused(unusable('A property of a record has a name and a value.'))
    const size = data.length + metadata.length + 2 * schema.name.length
    if (size > facts.maxAppendEventSize) throw new CallRefused(recordTooLarge(stream, id, size, facts.maxAppendEventSize))
    this.#size += size
    if (this.#size > facts.maxAppendSize) throw new CallRefused(transactionTooLarge(this.#size, facts.maxAppendSize))
    return { id, type: schema.name, data: contentOf(data), metadata, isJson: schema.format === json }
  }
}

/** Letters and digits of any script, some signs, and no combining marks that could stand in one letter. */
const isSchemaName = (name: string): boolean => /^[\p{L}\p{N}_.$:-]+$/u.test(name) && name === name.normalize('NFC')

/** The server adds the format of data that are not JSON, and the id, when it writes, and the rest when it reads. */
function metadataOf({ properties, schema }: WireRecord, format: string): string | undefined {
  const isJson = schema!.format === json
  return printProperties({
    ...properties,
    ...(!isJson && { '$schema.format': textProperty(format) }),
    ...(schema!.id !== undefined && { '$schema.id': textProperty(schema!.id) }),
    '$schema.name': textProperty(schema!.name),
    ...(isJson && { '$schema.format': textProperty(format) }),
  })
}
