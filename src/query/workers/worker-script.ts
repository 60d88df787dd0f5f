// Explains why the script of the queries' Worker could not start, and gives a remedy.

/** The known facts about a Worker that did not start. */
export interface WorkerFailure {
  /** Address of the script; undefined where a bundle hides the places of its files. */
  readonly address: string | undefined
  /** Address of the page. */
  readonly page: string
  /** Whether the page has no origin, as in a frame with `sandbox`. */
  readonly isOpaque?: boolean
  /** The directive of the page's content security policy that forbids it. */
  readonly forbiddenBy?: keyof typeof remedies | undefined
  /** The server's answer to a request for the script; undefined without a request, `none` where the server cannot be reached. */
  readonly answer?: ScriptAnswer | 'none'
  /** The platform's message. */
  readonly said: string
}

export interface ScriptAnswer {
  readonly status: number
  readonly contentType: string
}

export interface WorkerProblem {
  /** Continues a sentence after "because". */
  readonly reason: string
  /** Full sentences. */
  readonly hint: string
}

/** What to add to a content security policy, by the directive that forbids Workers. */
const remedies = {
  'worker-src': "worker-src 'self'",
  'worker-src blob:': 'worker-src blob:',
  'trusted-types': 'trusted-types rillbox',
}

const put =
  'Serve the script rillbox/worker: beside element.js, where the page has that file, or anywhere, with its address as the option ' +
  'queryWorkerUrl of startStore and createStore.'

/** Whether a script lies on another origin than the page. */
export function isElsewhere(address: string, page: string): boolean {
  const { protocol, origin } = new URL(address, page)
  return /^https?:$/.test(protocol) && origin !== new URL(page).origin
}

export function workerProblem(failure: WorkerFailure): WorkerProblem {
  const { address, page, isOpaque, forbiddenBy, said } = failure
  if (address === undefined) return { reason: `the bundle does not tell where its files lie (${said})`, hint: put }
  if (forbiddenBy !== undefined) {
    const [directive] = forbiddenBy.split(' ')
    return { reason: `the page's content security policy forbids ${address} (${directive})`, hint: `Allow it: ${remedies[forbiddenBy]}.` }
  }
  if (new URL(address, page).protocol === 'file:')
    return { reason: `${address} is no address for a page: the application's build has not found the script`, hint: put }
  if (isOpaque) {
    return {
      reason: 'the page is in a sandboxed frame without an origin, and browsers start no Workers there',
      hint: 'Add allow-same-origin to the attribute sandbox of the frame.',
    }
  }
  if (failure.answer === 'none' && isElsewhere(address, page)) {
    return {
      reason: `${address} is on another origin than the page, and cannot be fetched from there`,
      hint: 'Its server has to answer, with the header Access-Control-Allow-Origin, and the policy of the page to allow it in script-src and worker-src.',
    }
  }
  return { reason: reasonOfAnswer(failure, address), hint: put }
}

function reasonOfAnswer({ answer, said }: WorkerFailure, address: string): string {
  if (answer === 'none') return `${address} cannot be fetched`
  if (answer && (answer.status < 200 || answer.status > 299)) return `${address} answers ${answer.status}`
  if (answer && !/(java|ecma)script/i.test(answer.contentType)) {
    return `${address} answers with ${answer.contentType || 'nothing that has a type'} instead of a script`
  }
  return `the script at ${address} could not be started (${said})`
}

/** Requests the script from the server, where the answer can reveal more. */
export async function lookAtScript(failure: WorkerFailure): Promise<WorkerFailure> {
  const { address, isOpaque, forbiddenBy } = failure
  if (address === undefined || isOpaque || forbiddenBy !== undefined) return failure
  try {
    const { status, headers, body } = await fetch(address)
    void body?.cancel()
    return { ...failure, answer: { status, contentType: headers.get('content-type') ?? '' } }
  } catch {
    return { ...failure, answer: 'none' }
  }
}
