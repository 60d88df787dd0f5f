// The faults of a served store: shown as last told, and changed at once here and soon there.

import type { FaultRule, Faults, RuleInForce } from '../../engine/faults/faults.ts'
import { refuseImpossible } from '../../engine/faults/inject.ts'
import type { PrintedRule } from '../../engine/faults/printed-rule.ts'
import { printedRule, ruleIn } from '../../engine/faults/printed-rule.ts'
import type { ControlClient } from './control-client.ts'
import { RefusedControl } from './control-client.ts'

interface PrintedFaults {
  readonly offline: boolean
  readonly rules: readonly { readonly id: string; readonly rule: PrintedRule; readonly met: number }[]
}

interface KnownRule extends RuleInForce {
  /** Undefined until the server has told it. */
  id: string | undefined
}

export class RemoteFaults implements Faults {
  readonly #control: ControlClient
  rules: readonly KnownRule[] = []
  #isOffline = false
  /** Changes reach the server in their order; a look in between would show those before. */
  #changes: Promise<unknown> = Promise.resolve()
  #underWay = 0

  constructor(control: ControlClient) {
    this.#control = control
  }

  get offline(): boolean {
    return this.#isOffline
  }

  set offline(offline: boolean) {
    this.#isOffline = offline
    this.#change(() => this.#control.send('PUT', '/faults/offline', { offline }))
  }

  add(rule: FaultRule): () => void {
    refuseImpossible(rule)
    const known = this.#known({ id: undefined, rule, met: 0 })
    this.rules = [...this.rules, known]
    this.#change(async () => {
      known.id = (await this.#control.send<{ readonly id: string }>('POST', '/faults', printedRule(rule))).id
    })
    return known.remove
  }

  clear(): void {
    this.rules = []
    this.#isOffline = false
    this.#change(() => this.#control.send('DELETE', '/faults'))
  }

  async stopProjection(projection: string, reason?: string): Promise<boolean> {
    try {
      await this.#control.send('POST', '/faults/stop-projection', { projection, ...(reason !== undefined && { reason }) })
      return true
    } catch (error) {
      if (error instanceof RefusedControl && error.status === 404) return false
      throw error
    }
  }

  /** Reads the rules in force. During a change the server would answer with those before it; it announces the change, and the caller reads again. */
  async refresh(): Promise<void> {
    if (this.#underWay > 0) return
    const { offline, rules } = await this.#control.get<PrintedFaults>('/faults')
    if (this.#underWay > 0) return
    const known = new Map(this.rules.map((each) => [each.id, each]))
    this.#isOffline = offline
    this.rules = rules.map(({ id, rule, met }) => this.#known({ id, rule: known.get(id)?.rule ?? ruleIn(rule), met }))
  }

  #known({ id, rule, met }: { readonly id: string | undefined; readonly rule: FaultRule; readonly met: number }): KnownRule {
    const known: KnownRule = { id, rule, met, remove: () => this.#remove(known) }
    return known
  }

  #remove(known: KnownRule): void {
    const isSame = (other: KnownRule): boolean => other === known || (known.id !== undefined && other.id === known.id)
    this.rules = this.rules.filter((other) => !isSame(other))
    if (known.id === 'offline') this.offline = false
    else this.#change(() => this.#control.send('DELETE', `/faults/${known.id}`))
  }

  #change(work: () => Promise<void>): void {
    this.#underWay++
    this.#changes = this.#changes
      .then(work)
      // A rule that is gone there already, or a server that is gone: the next look tells.
      .catch(() => undefined)
      .then(() => this.#underWay--)
  }
}
