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
}

/** What is no page of it is the store's. The pages load when somebody looks. */
export function withWorkbench(fetch: AnswerOrRespond, options: WorkbenchOptions): AnswerOrRespond {
  const served = plainly(fetch)
  // Nearly every request is none for the pages: that costs no more than a look at its address.
  return (request) => (request.url.includes('/ui') ? answer(served, options, request) : served(request))
}

async function answer(
  fetch: AnswerOrRespond,
  { control, hosts, isExposed }: WorkbenchOptions,
  request: Request,
): Promise<PlainAnswer | Response> {
  const { pathname, host, hostname } = new URL(request.url)
  const { method, headers } = request
  if (!/^\/ui(?:\/|$)/.test(pathname) || (method !== 'GET' && method !== 'HEAD')) return await fetch(request)
  const { workbenchFile, workbenchHeaders } = await import('../control/ui/files.ts')
  const file = workbenchFile(pathname.replace(/\/$/, ''), control)
  if (!file) return await fetch(request)
  const { judgeControl } = await import('../control/guard.ts')
  const verdict = judgeControl({ method, authority: host, hostname, headers }, { hosts, isExposed })
  if (verdict.kind === 'refused') return new Response(`${verdict.detail}\n`, { status: 403, headers: workbenchHeaders })
  return new Response(file.text, { headers: { ...workbenchHeaders, 'Content-Type': `${file.type}; charset=utf-8` } })
}
