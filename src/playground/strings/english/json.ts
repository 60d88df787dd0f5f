// English texts of the view of values.

import { countsIn } from '../counts.ts'
import { replaceable } from '../texts.ts'

const { print, counted } = countsIn('en')

export const json = replaceable('json', {
  members: (count: number): string => `{ ${print(count)} ${count === 1 ? 'member' : 'members'} }`,
  items: (count: number): string => `[ ${print(count)} ${count === 1 ? 'item' : 'items'} ]`,
  bytes: (count: number): string => `${counted(count, 'byte')} that are not UTF-8 text`,
  firstBytes: (count: number): string => `The first ${print(count)} bytes are shown.`,
  more: (count: number): string => `${print(count)} more`,
  moreCharacters: (count: number): string => `… ${print(count)} more characters`,
  showMore: (count: number): string => `Show ${print(count)} more`,
  showAll: 'Show all',
  place: (line: number, column: number, problem: string): string => `Line ${line}, column ${column}: ${problem}`,
  problems: {
    noValue: 'A value is missing.',
    moreText: 'The value ends here, but more text follows.',
    noComma: (end: string): string => `A comma or ${end} is missing.`,
    extraComma: 'There is a comma before this, but nothing follows it.',
    noName: 'A name in double quotes is missing.',
    noColon: 'A colon is missing.',
    noEscape: 'This is not a JSON escape.',
    openString: 'The string that begins here has no closing quote.',
    controlCharacter: 'A string cannot contain line breaks or control characters; write \\n or \\t.',
    singleQuotes: 'Strings need double quotes.',
    noJson: (word: string): string => `${word} is not a JSON value.`,
  },
})
