// English texts of the view of values.

import { counted, printCount } from '../counts.ts'
import { replaceable } from '../texts.ts'

export const json = replaceable('json', {
  members: (count: number): string => `{ ${printCount(count)} ${count === 1 ? 'member' : 'members'} }`,
  items: (count: number): string => `[ ${printCount(count)} ${count === 1 ? 'item' : 'items'} ]`,
  bytes: (count: number): string => `${counted(count, 'byte')} that are not UTF-8 text`,
  firstBytes: (count: number): string => `Showing the first ${printCount(count)} bytes.`,
  more: (count: number): string => `${printCount(count)} more`,
  moreCharacters: (count: number): string => `… ${printCount(count)} more characters`,
  showMore: (count: number): string => `Show ${printCount(count)} more`,
  showAll: 'Show all',
  place: (line: number, column: number, problem: string): string => `Line ${line}, column ${column}: ${problem}`,
  problems: {
    noValue: 'Expected a value.',
    moreText: 'Unexpected text after the end of the value.',
    noComma: (end: string): string => `Expected a comma or ${end}.`,
    extraComma: 'Remove the comma before this: nothing follows it.',
    noName: 'Expected a name in double quotes.',
    noColon: 'Expected a colon.',
    noEscape: 'This is not a valid JSON escape.',
    openString: 'The string that starts here has no closing quote.',
    controlCharacter: 'A string cannot contain line breaks or control characters; write \\n or \\t.',
    singleQuotes: 'Strings need double quotes.',
    noJson: (word: string): string => `${word} is not a JSON value.`,
  },
})
