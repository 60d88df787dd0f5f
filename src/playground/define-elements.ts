// Defines the two elements that own a store; the panels follow when the first store opens.

import { define } from './ui-kit/define.ts'
import { PlaygroundElement } from './playground.ts'
import { StoreElement } from './store-element.ts'

define('rillbox-store', StoreElement)
define('rillbox-playground', PlaygroundElement)
