// The script of the page at /ui of a served store: fills the page with the workbench.

import { define } from '../../playground/kit/define.ts'
import { speakLanguageAt, tagFor } from '../../playground/strings/languages.ts'
import { definePanels } from '../panel-area.ts'
import { WorkbenchElement } from './workbench.ts'

const { documentElement, body } = document
documentElement.lang = tagFor(navigator.language) ?? 'en'
await speakLanguageAt(documentElement)
definePanels()
define('rillbox-workbench', WorkbenchElement)
body.replaceChildren(new WorkbenchElement())
