// Defines the elements that own a store or have a part in that of the page; the rest loads when the first store opens.

import { define } from './kit/define.ts'
import { RillboxRequest } from './page/request-element.ts'
import { RillboxPlayground } from './playground.ts'
import { RillboxStore } from './store-element.ts'

define('rillbox-store', RillboxStore)
define('rillbox-playground', RillboxPlayground)
// In a task of its own: a page may have a hundred of both, which are upgraded at once.
setTimeout(() => define('rillbox-request', RillboxRequest))
