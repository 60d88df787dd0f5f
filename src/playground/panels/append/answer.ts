// Converts a response into the text of a form, in the server's own words.

import { statusLine } from '../../model/store/refusal.ts'
import { troubleOf } from '../../model/trouble.ts'

export interface Answer {
  readonly ok: boolean
  /** Status and reason phrase. */
  readonly text: string
  /** Location, current version and body of the response. */
  readonly more: readonly string[]
}

/** Waits for a response; never rejects. */
export async function answerTo(sent: Promise<Response>): Promise<Answer> {
  try {
    return await answerOf(await sent)
  } catch (error) {
    const { what, hint } = troubleOf(error)
    return { ok: false, text: what, more: hint === undefined ? [] : [hint] }
  }
}

export async function answerOf(response: Response): Promise<Answer> {
  const body = await response.text()
  const header = (name: string, label: string): string[] => {
    const value = response.headers.get(name)
    return value === null ? [] : [`${label}: ${value}`]
  }
  // Newer releases send both.
  const versions = ['Kurrent-CurrentVersion', 'ES-CurrentVersion'].flatMap((name) => header(name, name))
  return {
    ok: response.ok,
    text: statusLine(response),
    more: [...header('Location', 'Location'), ...versions.slice(0, 1), ...(body === '' ? [] : [body])],
  }
}
