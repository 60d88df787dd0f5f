// Notices a projection whose name has swallowed the parameters behind it, because a script has written `%26` for `&`: a server takes it so, too.

import type { AnswerRequest } from '../../base/answer.ts'

/** In the request that creates a projection. */
const swallowed =
  /\/projections\/(?:continuous|onetime|transient)\?(?:[^#]*&)?name=([^&#]*%26(?:type|enabled|emit|checkpoints|trackemittedstreams)(?:=|%3d)[^&#]*)/i

/** @param tell receives the hint, once for each store. */
export function hintAtEncodedParameters(answer: AnswerRequest, tell: (hint: string) => void): AnswerRequest {
  let hasTold = false
  return async (request) => {
    const name = hasTold || request.method !== 'POST' ? undefined : swallowed.exec(request.url)?.[1]
    const answered = await answer(request)
    if (name !== undefined && answered.kind === 'answered' && answered.status === 201 && !hasTold) {
      hasTold = true
      tell(hintOn(name))
    }
    return answered
  }
}

const hintOn = (name: string): string =>
  `A projection is named "${decoded(name)}" now, as on a server: its request has %26 where it means &, so the parameters became a part of ` +
  `the name. Write ?name=${name.replaceAll(/%26/g, '&').replaceAll(/%3d/gi, '=')}.`

/** The server reads escapes that are none in a way of its own. */
function decoded(name: string): string {
  try {
    return decodeURIComponent(name)
  } catch {
    return name
  }
}
