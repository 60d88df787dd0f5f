// The service Streams: its methods, and who may call them (grpc §5 to §9).

import type { Service } from '../method.ts'
import { clientStream, duplex, serverStream, unary } from '../method.ts'
import type { CallServices } from '../parts.ts'
import { append } from './append.ts'
import { batchAppend } from './batch-append.ts'
import { deleteStream } from './delete.ts'
import { read } from './read.ts'

/** Access lists decide, once the request has named a stream. */
export const streamsService = (parts: CallServices): Service => ({
  name: 'event_store.client.streams.Streams',
  methods: [
    {
      name: 'Read',
      callers: 'anyone',
      counts: 'reads',
      features: ['position', 'events'],
      run: serverStream('streams.ReadReq', (message, exchange) => read(message, exchange, parts)),
    },
    {
      name: 'Append',
      callers: 'anyone',
      counts: 'writes',
      run: clientStream(['streams.AppendReq', 'streams.AppendResp'], (messages, exchange) => append(messages, exchange, parts)),
    },
    {
      name: 'BatchAppend',
      callers: 'anyone',
      counts: 'writes',
      features: ['deadline_duration'],
      run: duplex('streams.BatchAppendReq', (messages, context) => batchAppend(messages, context, parts)),
    },
    {
      name: 'Delete',
      callers: 'anyone',
      counts: 'writes',
      run: unary(['streams.DeleteReq', 'streams.DeleteResp'], (message, exchange) => deleteStream(message, exchange, false, parts)),
    },
    {
      name: 'Tombstone',
      callers: 'anyone',
      counts: 'writes',
      run: unary(['streams.DeleteReq', 'streams.DeleteResp'], (message, exchange) => deleteStream(message, exchange, true, parts)),
    },
  ],
})
