// The command `push --projections`: makes the projections of a server those of a folder; shows the plan first.

import type { CarriedOut, PlannedProjection, SendRequest } from '../../engine/queries/files/projection-plan.ts'
import { carryOut, faultedAlready, hasDrifted, planProjections, RefusedProjection } from '../../engine/queries/files/projection-plan.ts'
import type { PushProjectionsCommand } from '../arguments.ts'
import { Failure, shortReason } from '../failure.ts'
import { readProjectionFolder } from '../files/projection-folder.ts'
import type { Remote } from '../remote/remote.ts'
import { connectTo } from '../remote/remote.ts'
import { counted } from '../terminal.ts'
import type { Tools } from '../tools.ts'

/** @returns the exit code: 1 where `--check` finds that the server differs, or where a projection is faulted or was refused. */
export async function runPushProjections(
  { url, user, folder, check, isJson }: PushProjectionsCommand,
  { terminal }: Pick<Tools, 'terminal'>,
): Promise<0 | 1> {
  const files = readProjectionFolder(folder)
  const remote = connectTo(url, user)
  const send: SendRequest = (method, path, body) => ask(remote, method, path, body)
  const plan = await failing(planProjections(send, files))
  if (isJson)
    await terminal.print(
      JSON.stringify(
        plan.map(({ name, action, differences, file }) => ({ name, action, differences, file: file?.file })),
        null,
        2,
      ),
    )
  else for (const line of printPlan(plan)) await terminal.print(line)
  if (check) return hasDrifted(plan) ? 1 : 0
  const conflicts = plan.filter(({ action }) => action === 'conflict')
  if (conflicts.length > 0)
    throw new Failure(
      `Nothing was changed: delete ${conflicts.map(({ name }) => `"${name}"`).join(', ')} first, whose ${conflicts[0]!.differences[0]} cannot be changed.`,
    )
  const carried = await failing(carryOut(send, plan))
  const count = (wanted: string): number =>
    carried.filter(({ projection, kind }) => projection.action === wanted && kind !== 'refused').length
  if (!isJson) await terminal.print(`${remote.name}: ${counted(count('create'), 'projection')} created, ${count('update')} updated.`)
  const wrong = [...carried.filter(({ kind }) => kind !== 'done'), ...(await failing(faultedAlready(send, plan)))]
  for (const one of wrong) terminal.note(lineAbout(one))
  return wrong.length > 0 ? 1 : 0
}

function lineAbout({ projection: { name, file }, kind, reason = '' }: CarriedOut): string {
  return `${file.file}: ${kind === 'faulted' ? `the projection "${name}" is faulted: ${shortReason(reason)}` : reason}`
}

export function* printPlan(plan: readonly PlannedProjection[]): Iterable<string> {
  const width = Math.max(0, ...plan.map(({ name }) => name.length))
  for (const { name, action, differences } of plan)
    yield `${action.replace('-', ' ').padEnd(10)}  ${differences.length > 0 ? `${name.padEnd(width)}  ${differences.join(', ')}` : name}`
}

async function failing<T>(work: Promise<T>): Promise<T> {
  try {
    return await work
  } catch (error) {
    if (error instanceof RefusedProjection) throw new Failure(error.message)
    throw error
  }
}

const ask = async (remote: Remote, method: string, path: string, body?: string): Promise<Response> =>
  await remote.ask(method, path, {
    headers: { Accept: 'application/json', ...(body !== undefined && { 'Content-Type': 'text/plain' }) },
    ...(body !== undefined && { body }),
  })
