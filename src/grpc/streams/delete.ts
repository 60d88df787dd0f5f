// The methods Delete and Tombstone (grpc §9).

import type { CallContext } from '../call.ts'
import type { MessageOf } from '../messages/shapes.ts'
import type { UnaryReply } from '../method.ts'
import type { CallServices } from '../parts.ts'
import { accessDenied, handlerFailed, notChosen, streamDeleted, wrongExpectedVersion } from '../status.ts'
import { positionOf, streamName } from '../wire/names.ts'
import { readExpected } from './expectation.ts'
import { mayUse } from './rights.ts'

/** @param hard whether the stream ends for good. */
export async function deleteStream(
  { options }: MessageOf<'streams.DeleteReq'>,
  exchange: CallContext,
  hard: boolean,
  parts: CallServices,
): Promise<UnaryReply<'streams.DeleteResp'>> {
  if (!options) return { status: handlerFailed }
  const expected = readExpected(options.expectedStreamRevision)
  if (expected === undefined) return { status: notChosen('ExpectedStreamRevisionOneofCase') }
  const stream = streamName(options.streamIdentifier)
  if (!(await mayUse(exchange, 'delete', stream, parts))) return { status: accessDenied }
  const outcome = await parts.streams.delete({ stream, expected, hard })
  switch (outcome.kind) {
    case 'deleted-now':
      return { message: { positionOption: { case: 'position', value: positionOf(outcome.position) } } }
    case 'wrong-version':
      return { status: wrongExpectedVersion(stream, expected, outcome.current) }
    case 'deleted':
      return { status: streamDeleted(stream) }
  }
}
