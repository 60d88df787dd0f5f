// Answers /ui of a served store: the workbench, or why it does not work; programs and pages of the port itself may have it.

import type { PlainAnswer, AnswerOrRespond } from '../base/answer.ts'
import { plainly } from '../base/answer.ts'

export interface WorkbenchOptions {
  /** Whether the port answers the control routes. */
  readonly control: boolean
  /** Names under which the port is known, beside those of this machine. */
  readonly hosts: readonly string[]
  /** Whether other machines reach the port. */
  readonly isExposed: boolean
  /** @returns a script of the workbench by its name; undefined if there is none. */
  readonly readScript: (name: string) => Promise<Uint8Array<ArrayBuffer> | undefined>
}

/** What is no page of it is the store's. The pages load when somebody looks. */
export function withWorkbench(fetch: AnswerOrRespond, options: WorkbenchOptions): AnswerOrRespond {
  const served = plainly(fetch)
  // Nearly every request is none for the pages: that costs no more than a look at its address.
  return (request) => (request.url.includes('/ui') ? answer(served, options, request) : served(request))
}

async function answer(fetch: AnswerOrRespond, options: WorkbenchOptions, request: Request): Promise<PlainAnswer | Response> {
  const { control, hosts, isExposed } = options
  const { pathname, host, hostname } = new URL(request.url)
  const { method, headers } = request
  if (!/^\/ui(?:\/|$)/.test(pathname) || (method !== 'GET' && method !== 'HEAD')) return await fetch(request)
  const { scriptAt, workbenchHeaders, workbenchPage } = await import('../control/ui/files.ts')
  const page = workbenchPage(pathname, control)
  const script = control ? scriptAt(pathname) : undefined
  if (!page && script === undefined) return await fetch(request)
  const { judgeControl } = await import('../control/guard.ts')
  const verdict = judgeControl({ method, authority: host, hostname, headers }, { hosts, isExposed })
  if (verdict.kind === 'refused') return new Response(`${verdict.detail}\n`, { status: 403, headers: workbenchHeaders })
  const body = page?.text ?? (await options.readScript(script!))
  if (body === undefined) return await fetch(request)
  const type = page?.type ?? 'text/javascript'
  return new Response(body, { headers: { ...workbenchHeaders, 'Content-Type': `${type}; charset=utf-8` } })
}
