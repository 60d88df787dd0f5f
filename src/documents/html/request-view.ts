// Draws a request that was sent as HTML that is complete without scripts: the request in several languages to choose from, and its answer.

import { createHash } from 'node:crypto'
import { answerText, requestText } from '../../renderings/http-text.ts'
import type { PageRequestData } from '../../renderings/page-request.ts'
import { renderings } from '../../renderings/renderings.ts'
import { sentAs } from '../../renderings/request.ts'
import { address } from '../run/document-store.ts'
import type { RunBlock } from '../run/run-page.ts'
import { highlighted } from './highlight.ts'
import { code, labelOf, part } from './parts.ts'
import type { PageElement, PageNode } from './tree.ts'
import { element } from './tree.ts'

type RequestRun = Extract<RunBlock, { kind: 'request' }>

export function requestView({ block, answer, beginning }: RequestRun): PageElement {
  const { request, answer: expected } = block
  const shown = {
    headers: expected?.headers.map(({ name }) => name) ?? [],
    body: expected === undefined || expected.body.text !== '',
  }
  const data: PageRequestData = { request, shown, ...(beginning && { beginning }) }
  const answered = part('Answer', code(...httpNodes(answerText(answer, shown))))
  return element(
    'div',
    { class: 'rillbox-block', id: block.options.id },
    element('rillbox-request', { 'data-request': JSON.stringify(data) }, waysOf(block), {
      ...answered,
      attributes: { ...answered.attributes, slot: 'answer' },
    }),
  )
}

/** Radio buttons choose, so that no script is needed; without styles, and in a feed, all of them are there. */
function waysOf({ request, line, code: written }: RequestRun['block']): PageElement {
  const sent = sentAs(request, address)
  const ways = [
    { label: 'HTTP', nodes: httpNodes(requestText({ ...sent, headers: request.headers })) },
    ...renderings.flatMap(({ label, code: render, id, library }) => {
      const text = render(sent)
      if (text === undefined) return []
      const isScript = id !== 'curl' && id !== 'dotnet'
      return [{ label, title: library, nodes: isScript ? highlighted(text, 'module') : [text] }]
    }),
  ]
  const name = `rillbox-${createHash('sha256').update(`${line}\n${written}`).digest('hex').slice(0, 12)}`
  const choices = ways.map(({ label, ...way }, index) => {
    const checked = index === 0 ? 'checked' : undefined
    const title = 'title' in way ? way.title : undefined
    return element('label', { title }, element('input', { type: 'radio', name, value: label, checked }), label)
  })
  return element(
    'div',
    { class: 'rillbox-part rillbox-ways' },
    labelOf('Request'),
    element('div', { class: 'rillbox-choices', role: 'radiogroup', 'aria-label': 'Request as' }, ...choices),
    ...ways.map(({ nodes }) => code(...nodes)),
  )
}

/** Colours a body of JSON. */
function httpNodes(text: string): (PageNode | string)[] {
  const at = text.indexOf('\n\n')
  const body = at < 0 ? '' : text.slice(at + 2)
  try {
    JSON.parse(body)
  } catch {
    return [text]
  }
  return [text.slice(0, at + 2), ...highlighted(body, 'json')]
}
