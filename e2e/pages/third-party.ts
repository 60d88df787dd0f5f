// Puts the package where the tests can reach it, without msw, which a page without storage cannot load.

import * as rillbox from 'rillbox/browser'

const alone = { rillbox, loadElement: () => import('rillbox/element') }

declare global {
  interface Window {
    alone: typeof alone
  }
}

window.alone = alone
