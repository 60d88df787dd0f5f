// Runs the home page: opens the selected scenario in the playground, and shows its lesson beside it.

// First, so that the element knows its scenario before it starts.
import { choose, chosen } from './chosen.ts'
// eslint-disable-next-line import/no-unassigned-import -- imported for its side effect
import 'rillbox/element'
import { showLesson } from './view/lesson.ts'
import { byId, whenAlive } from './view/dom.ts'

const playground = await whenAlive('playground', 'rillbox-playground')

for (const link of document.querySelectorAll<HTMLAnchorElement>('.choice a')) {
  link.addEventListener('click', (event) => {
    // A modifier key opens the link elsewhere.
    if (event.ctrlKey || event.metaKey || event.shiftKey || event.altKey) return
    event.preventDefault()
    history.pushState(null, '', link.href)
    choose(playground, chosen())
  })
}
addEventListener('popstate', () => choose(playground, chosen()))

showLesson(playground.session, { title: byId('lesson-title'), about: byId('lesson-about'), list: byId('lesson') })
