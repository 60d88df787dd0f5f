// Reads the body of a request on a real port, as far as any request may be long.

import type { IncomingMessage } from 'node:http'
import type { Http2ServerRequest } from 'node:http2'

export type RequestBody =
  | { readonly kind: 'body'; readonly bytes: Uint8Array<ArrayBuffer> | undefined }
  /** Discards the part that was read and the part still to come. */
  | { readonly kind: 'too-large' }

/** As long as EventStoreDB's host takes them (streams-http §21, D15); the store refuses longer ones too. */
const mostBodyBytes = 30_000_000

/** HTTP/1.0 has no answer 100. What a client expects besides is ignored, or Node has refused the request. */
const waitsForInvitation = ({ headers: { expect }, httpVersion }: IncomingMessage | Http2ServerRequest): boolean =>
  expect !== undefined && /\b100-continue\b/i.test(expect) && httpVersion !== '1.0'

/**
 * Rejects where the client goes away in the middle.
 *
 * @param invite called before the body is read where the client waits for 100, so not where its length is too much.
 * @param most bytes.
 */
export async function readBody(
  incoming: IncomingMessage | Http2ServerRequest,
  invite: () => void,
  most = mostBodyBytes,
): Promise<RequestBody> {
  const announced = incoming.headers['content-length']
  // Most requests have none, and say so by saying nothing.
  const isSilent = 'stream' in incoming ? incoming.stream.endAfterHeaders : incoming.headers['transfer-encoding'] === undefined
  if (announced === undefined && isSilent) return { kind: 'body', bytes: undefined }
  if (Number(announced) > most) return { kind: 'too-large' }
  if (waitsForInvitation(incoming)) invite()
  const chunks = await collect(incoming, most)
  if (!chunks) return { kind: 'too-large' }
  return { kind: 'body', bytes: chunks.length === 0 ? undefined : Buffer.concat(chunks) }
}

/** @returns undefined as soon as there is too much. Leaving a loop over the chunks would end the connection, and with it the answer. */
const collect = (incoming: IncomingMessage | Http2ServerRequest, most: number): Promise<readonly Uint8Array[] | undefined> =>
  new Promise((resolve, reject) => {
    let chunks: Uint8Array[] = []
    let length = 0
    incoming.on('data', (chunk: Uint8Array) => {
      length += chunk.length
      if (length <= most) {
        chunks.push(chunk)
        return
      }
      chunks = []
      resolve(undefined)
    })
    incoming.once('end', () => resolve(chunks))
    incoming.once('error', reject)
  })
