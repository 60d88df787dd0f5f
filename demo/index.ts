// Runs the home page: opens the selected scenario in the playground, and shows its lesson beside it.

// First, so that the element knows its scenario before it starts.
import { arrange, besideLesson, choose, chosen, linkTo, unknown } from './view/chosen.ts'
// eslint-disable-next-line import/no-unassigned-import -- imported for its side effect
import 'rillbox/element'
import { chooseColours } from './documentation/colours.ts'
import { byId, whenAlive } from './view/dom.ts'

chooseColours(byId('theme') as HTMLButtonElement)

const playground = await whenAlive('playground', 'rillbox-playground')
const { session } = playground

const visit = (link: HTMLAnchorElement): void => {
  history.pushState(null, '', link.href)
  choose(playground, link)
  warnOfUnknown()
}

for (const link of document.querySelectorAll<HTMLAnchorElement>('.choice a:not([data-page])')) {
  link.addEventListener('click', (event) => {
    // A modifier key opens the link elsewhere.
    if (event.ctrlKey || event.metaKey || event.shiftKey || event.altKey) return
    event.preventDefault()
    visit(link)
  })
}
addEventListener('popstate', () => {
  choose(playground, chosen())
  warnOfUnknown()
})
document.body.addEventListener('rillbox-next', (event) => {
  const link = linkTo(event.detail.src)
  if (!link) return
  // The playground would open it without a change of the address.
  event.preventDefault()
  visit(link)
})
besideLesson.addEventListener('change', () => arrange(playground))

byId('try').addEventListener('click', (event) => {
  event.preventDefault()
  playground.panel = besideLesson.matches ? 'streams' : 'lesson'
  const place = besideLesson.matches ? byId('lesson') : playground
  place.scrollIntoView({ behavior: matchMedia('(prefers-reduced-motion: reduce)').matches ? 'auto' : 'smooth', block: 'center' })
  // The lesson's tab has been rendered by then.
  requestAnimationFrame(() => firstButton()?.focus({ preventScroll: true }))
})

/** The button of the lesson that sends the first event, beside the playground or inside. */
function firstButton(): HTMLElement | null | undefined {
  const lesson = besideLesson.matches ? byId('lesson') : playground.shadowRoot?.querySelector('rillbox-lesson')
  return lesson?.shadowRoot?.querySelector<HTMLElement>('[part="send"]')
}

function warnOfUnknown(): void {
  const name = unknown()
  const notice = byId('unknown')
  notice.hidden = name === undefined
  if (name !== undefined)
    notice.textContent = `There is no scenario “${name}” here. The scenarios are listed below; the first one is open. Choose another, or check the link.`
}
warnOfUnknown()

const describe = (): void => {
  if (!session.store) return
  byId('lesson-title').textContent = session.scenario?.title ?? 'What to try'
  byId('lesson-about').textContent = session.scenario?.description ?? ''
}
playground.addEventListener('rillbox-phase', describe)
describe()
