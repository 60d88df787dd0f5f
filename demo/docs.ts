// Runs the article: its playgrounds, and the reader's choice of colours.

// eslint-disable-next-line import/no-unassigned-import -- imported for its side effect
import 'rillbox/element'
import { chooseColours } from './documentation/colours.ts'
import { byId } from './view/dom.ts'

chooseColours(byId('theme') as HTMLButtonElement)
