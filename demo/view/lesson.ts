// Renders the lesson of the playground's scenario: requests to send, their responses, and the kept promises.

import type { LessonPromise, LessonRequest, LessonStep, Store } from 'rillbox'
import type { PlaygroundElement } from 'rillbox/element'
import { broken, contentOf } from '../lesson.ts'
import { element } from './dom.ts'

type Session = PlaygroundElement['session']

export interface Places {
  readonly title: HTMLElement
  readonly about: HTMLElement
  readonly list: HTMLElement
}

/** Shows the lesson of the open scenario, and follows changes. */
export function showLesson(session: Session, { title, about, list }: Places): void {
  let shown: Store | undefined
  const show = (): void => {
    const { store, scenario } = session
    if (!store || store === shown) return
    shown = store
    title.textContent = scenario?.title ?? 'What to try'
    about.textContent = scenario?.description ?? ''
    list.replaceChildren(...(scenario?.lesson ?? [onlyText]).map((step) => stepView(session, store, step)))
  }
  session.subscribe((topic) => topic === 'phase' && show())
  show()
}

const onlyText: LessonStep = { text: 'Append events to a stream, or write a query and run it.' }

function stepView(session: Session, store: Store, step: LessonStep): HTMLElement {
  const { text, send, expect: promises = [] } = step
  const promised = promises
    .filter((promise) => !('status' in promise))
    .map((promise) => [promise, element('li', {}, ...printPromise(promise))] as const)
  const view = element('li', {}, element('p', {}, text))
  if (send) view.append(...sending(session, send, (status) => check(status)))
  if (promised.length) view.append(element('ul', {}, ...promised.map(([, line]) => line)))
  if (!send) void check()
  return view

  async function check(status?: number): Promise<void> {
    await store.settled()
    const found = await Promise.all(promises.map((promise) => broken(store, promise, status)))
    view.classList.toggle('kept', promises.length > 0 && found.every((each) => each === undefined))
    for (const [promise, line] of promised) {
      const instead = found[promises.indexOf(promise)]
      line.replaceChildren(...printPromise(promise))
      if (instead) line.append(element('span', { className: 'found' }, `Found: ${instead}`))
    }
  }
}

function sending(session: Session, request: LessonRequest, onAnswer: (status: number) => Promise<void>): HTMLElement[] {
  const answer = element('p', { className: 'answer', attributes: { role: 'status' } })
  const { method, path } = request
  const button = element('button', { type: 'button' }, element('b', {}, 'Send'), element('code', {}, `${method} `, ...breakable(path)))
  button.addEventListener('click', () => {
    button.disabled = true
    void sendIt()
      .catch((error: unknown) => (answer.textContent = error instanceof Error ? error.message : String(error)))
      .finally(() => (button.disabled = false))
  })
  return [button, answer]

  async function sendIt(): Promise<void> {
    const response = await session.send(method, path, contentOf(request))
    answer.textContent = `${response.status} ${response.statusText}`
    // Shows the projection's new query in the editor.
    const isDraft = method === 'PUT' && path === `/projection/${session.draft.name}/query` && response.ok
    if (isDraft && typeof request.body === 'string') session.edit({ query: request.body })
    await onAnswer(response.status)
  }
}

function printPromise(promise: LessonPromise): (Node | string)[] {
  const code = (text: string): HTMLElement => element('code', {}, text)
  if ('status' in promise) return [code(String(promise.status))]
  if ('stream' in promise) {
    const { stream, events } = promise
    return [code(stream), ` has ${events.length === 0 ? 'nothing to read' : events.length === 1 ? 'one event' : `${events.length} events`}`]
  }
  if ('fault' in promise) return [code(promise.projection), ' says ', code(`${promise.fault} …`)]
  return [code(promise.partition ?? promise.projection), ' ', code(printState(promise.state))]
}

/** On one line, with spaces for line breaks. */
const printState = (state: unknown): string => JSON.stringify(state, null, 1).replaceAll(/\n\s*/g, ' ')

/** Allows line breaks before slashes. */
const breakable = (path: string): (Node | string)[] => path.split(/(?=\/)/).flatMap((part) => [document.createElement('wbr'), part])
