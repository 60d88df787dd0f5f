// Renders the form of a fault: its kind, the fields of that kind, and the requests that meet it.

import { html, nothing } from 'lit'
import type { FaultRule } from '../../engine/faults/faults.ts'
import { devtools as texts } from '../../playground/strings/english/devtools.ts'
import type { RuleForm } from './read-rule.ts'
import { choiceField, onSubmit, onText, onTick } from '../../playground/kit/fields.ts'

export interface FaultFormProps {
  readonly form: RuleForm
  /** Why the rule was refused. */
  readonly problem: string
  readonly edit: (change: Partial<RuleForm>) => void
  readonly add: () => void
  readonly stopNow: () => void
}

type TextField = { readonly [Name in keyof RuleForm]: RuleForm[Name] extends string ? Name : never }[keyof RuleForm]

const methods = ['GET', 'POST', 'PUT', 'DELETE']

export function faultForm(props: FaultFormProps) {
  const words = texts.faults
  const { form, problem, edit, add, stopNow } = props
  return html`<form class="flow" @submit=${onSubmit(add)}>
    <div class="fields flow">
      ${choiceField(words.kind, Object.entries(words.kinds), form.kind, (kind) => edit({ kind }))} ${kindFields[form.kind](props)}
    </div>
    <div class="fields flow">
      ${choiceField(words.method, [['', words.anyMethod], ...methods.map((each) => [each, each] as const)], form.method, (method) => edit({ method }))}
      ${field(props, 'path', words.path, 'wide', '/streams/')} ${field(props, 'share', words.share, 'narrow')}
      ${field(props, 'times', words.times, 'narrow')}
      <span class="flow">
        <button class="primary">${words.add}</button>
        ${form.kind === 'stopped-projection' ? html`<button type="button" ?disabled=${form.projection === ''} @click=${stopNow}>${words.stopNow}</button>` : nothing}
      </span>
    </div>
    ${problem === '' ? nothing : html`<p class="danger" role="alert">${problem}</p>`}
  </form>`
}

const kindFields: Readonly<Record<FaultRule['kind'], (props: FaultFormProps) => unknown>> = {
  latency: (props) => [
    props.form.never ? nothing : [field(props, 'least', texts.faults.least, 'narrow'), field(props, 'most', texts.faults.most, 'narrow')],
    html`<label class="check flow">
      <input type="checkbox" .checked=${props.form.never} @change=${onTick((isTicked) => props.edit({ never: isTicked }))} />
      ${texts.faults.never}
    </label>`,
  ],
  status: (props) => [field(props, 'status', texts.faults.status, 'narrow'), field(props, 'reason', texts.faults.reason, 'wide')],
  dropped: ({ form, edit }) =>
    choiceField(
      texts.faults.when,
      (['before', 'answered'] as const).map((when) => [when, texts.faults[when]]),
      form.when,
      (when) => edit({ when }),
    ),
  'lost-race': (props) => field(props, 'eventType', texts.faults.eventType, 'wide'),
  'stopped-projection': (props) => [
    field(props, 'projection', texts.faults.projection, 'wide'),
    field(props, 'reason', texts.faults.stateReason, 'wide'),
  ],
}

function field({ form, edit }: FaultFormProps, name: TextField, label: string, width: string, placeholder = '') {
  return html`<label class=${width}>
    <span>${label}</span>
    <input
      name=${name}
      inputmode=${width === 'narrow' ? 'numeric' : nothing}
      placeholder=${placeholder}
      autocomplete="off"
      spellcheck="false"
      .value=${form[name]}
      @input=${onText((text) => edit({ [name]: text }))}
    />
  </label>`
}
