// Starts the page: draws it whenever the store has something else to show.

import { render } from 'lit/html.js'
import { page } from './views.ts'
import { Workbench } from './workbench.ts'

const draw = (): void => void render(page(bench), document.body)
const bench: Workbench = new Workbench(draw)
draw()
bench.start()
