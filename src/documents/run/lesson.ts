// Goes through the lesson of a scenario in a store of its own, and says which promises are broken.

import type { Instead } from '../../engine/scenario/lesson-promises.ts'
import { broken, contentOf } from '../../engine/scenario/lesson-promises.ts'
import type { Scenario } from '../../engine/scenario/scenario.ts'
import { DocumentStore } from './document-store.ts'

/** A promise of a lesson that does not hold. */
export interface BrokenPromise {
  /** In the scenario, for example `lesson[2].expect[0]`. */
  readonly path: string
  readonly message: string
}

export async function runLesson(scenario: Scenario): Promise<readonly BrokenPromise[]> {
  const page = new DocumentStore()
  try {
    const store = await page.begin(scenario, undefined)
    const found: BrokenPromise[] = []
    for (const [index, { send, expect = [] }] of (scenario.lesson ?? []).entries()) {
      const { headers = {}, body = '' } = send ? contentOf(send) : {}
      const answer = send && (await page.send({ method: send.method, path: send.path, headers: Object.entries(headers), body }))
      if (answer && 'unsendable' in answer) {
        found.push({ path: `lesson[${index}].send`, message: answer.unsendable })
        continue
      }
      for (const [at, promise] of expect.entries()) {
        const instead = await broken(store, promise, answer?.status)
        if (instead)
          found.push({ path: `lesson[${index}].expect[${at}]`, message: `${JSON.stringify(promise)} does not hold: ${printed(instead)}` })
      }
    }
    return found
  } finally {
    await page.close()
  }
}

function printed(instead: Instead): string {
  switch (instead.kind) {
    case 'no-response':
      return 'nothing was sent'
    case 'status':
      return `the status is ${instead.status}`
    case 'reason':
      return `the reason is "${instead.reason}"`
    case 'state':
      return `the state is ${instead.state === '' ? 'not there' : instead.state}`
    case 'events':
      return `the events are ${instead.events}`
  }
}
