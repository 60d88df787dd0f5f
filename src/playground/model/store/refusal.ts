// Says in words how a request ended: its status, why it was refused, or that nothing answered.

import { session as texts } from '../../strings/english/session.ts'
import { withoutBidiControls } from '../../kit/visible-text.ts'
import { troubleOf } from '../trouble.ts'

/** E.g. `201 Created`; a connection that was dropped has no status. */
export const statusLine = ({ type, status, statusText }: Response): string =>
  type === 'error' ? texts.dropped : `${status} ${statusText}`.trimEnd()

/** @returns the reason for a refusal or a failure; undefined if the request succeeded. Never rejects. */
export async function refusalOf(sent: Promise<Response>): Promise<string | undefined> {
  try {
    const response = await sent
    return response.ok ? undefined : withoutBidiControls(await response.text()) || statusLine(response)
  } catch (error) {
    return troubleOf(error).what
  }
}
