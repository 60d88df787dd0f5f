// Converts the typed values of the fault form into a rule.

import type { FaultRule } from '../../engine/faults/faults.ts'

/** The form's values, as typed. */
export const firstForm = {
  kind: 'latency' as FaultRule['kind'],
  least: '500',
  most: '1500',
  never: false,
  status: '503',
  reason: '',
  when: 'before' as 'before' | 'answered',
  eventType: 'LostRace',
  projection: '',
  method: '',
  path: '',
  /** In percent. */
  share: '100',
  times: '',
}

export type RuleForm = Readonly<typeof firstForm>

/** The store checks the rule when it is added; an empty field is a condition that is not there. */
export function readRule(form: RuleForm): FaultRule {
  const { method, path, share, times } = form
  return {
    ...readFault(form),
    ...(method !== '' && { method }),
    ...(path.trim() !== '' && { path: path.trim() }),
    ...(share.trim() !== '' && Number(share) !== 100 && { probability: Number(share) / 100 }),
    ...(times.trim() !== '' && { times: Number(times) }),
  }
}

function readFault(form: RuleForm): FaultRule {
  switch (form.kind) {
    case 'latency':
      return { kind: 'latency', milliseconds: form.never ? Number.POSITIVE_INFINITY : latency(Number(form.least), Number(form.most)) }
    case 'status':
      return { kind: 'status', status: Number(form.status), ...(form.reason.trim() !== '' && { reason: form.reason.trim() }) }
    case 'dropped':
      return { kind: 'dropped', when: form.when }
    case 'lost-race':
      return { kind: 'lost-race', ...(form.eventType.trim() !== '' && { eventType: form.eventType.trim() }) }
    case 'stopped-projection':
      return { kind: 'stopped-projection', projection: form.projection, ...(form.reason.trim() !== '' && { reason: form.reason.trim() }) }
  }
}

/** Swapped bounds mean the same. */
const latency = (one: number, other: number) => (one === other ? one : ([Math.min(one, other), Math.max(one, other)] as const))
