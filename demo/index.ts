// The first page: shows the chosen scenario in the playground, and its lesson beside it.

// First: it tells the element what to open before that comes alive.
import { choose, chosen } from './chosen.ts'
// eslint-disable-next-line import/no-unassigned-import -- what it does counts: it exports nothing
import 'rillbox/element'
import { showLesson } from './view/lesson.ts'
import { byId, whenAlive } from './view/dom.ts'

const playground = await whenAlive('playground', 'rillbox-playground')

for (const link of document.querySelectorAll<HTMLAnchorElement>('.choice a')) {
  link.addEventListener('click', (event) => {
    // With a key held, the link opens elsewhere.
    if (event.ctrlKey || event.metaKey || event.shiftKey || event.altKey) return
    event.preventDefault()
    history.pushState(null, '', link.href)
    choose(playground, chosen())
  })
}
addEventListener('popstate', () => choose(playground, chosen()))

showLesson(playground.session, { title: byId('lesson-title'), about: byId('lesson-about'), list: byId('lesson') })
