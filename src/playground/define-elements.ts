// Defines the two elements that own a store; the panels load when the first store opens.

import { define } from './kit/define.ts'
import { RillboxPlayground } from './playground.ts'
import { RillboxStore } from './store-element.ts'

define('rillbox-store', RillboxStore)
define('rillbox-playground', RillboxPlayground)
