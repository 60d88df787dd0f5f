// German texts of the view of values.

import { printCount } from '../counts.ts'
import type { Strings } from '../strings.ts'

export const json: Strings['json'] = {
  members: (count) => `{ ${printCount(count)} ${count === 1 ? 'Eigenschaft' : 'Eigenschaften'} }`,
  items: (count) => `[ ${printCount(count)} ${count === 1 ? 'Element' : 'Elemente'} ]`,
  bytes: (count) => `${printCount(count)} ${count === 1 ? 'Byte, das' : 'Bytes, die'} kein UTF-8-Text ${count === 1 ? 'ist' : 'sind'}`,
  firstBytes: (count) => `Gezeigt werden die ersten ${printCount(count)} Bytes.`,
  more: (count) => `${printCount(count)} weitere`,
  moreCharacters: (count) => `… ${printCount(count)} weitere Zeichen`,
  showMore: (count) => `${printCount(count)} weitere zeigen`,
  showAll: 'Alle zeigen',
  place: (line, column, problem) => `Zeile ${line}, Spalte ${column}: ${problem}`,
  problems: {
    noValue: 'Hier fehlt ein Wert.',
    moreText: 'Der Wert endet hier, aber es folgt weiterer Text.',
    noComma: (end) => `Hier fehlt ein Komma oder ${end}.`,
    extraComma: 'Davor steht ein Komma, auf das nichts folgt.',
    noName: 'Hier fehlt ein Name in doppelten Anführungszeichen.',
    noColon: 'Hier fehlt ein Doppelpunkt.',
    noEscape: 'Diese Escape-Sequenz gibt es in JSON nicht.',
    openString: 'Der Text, der hier beginnt, hat kein schließendes Anführungszeichen.',
    controlCharacter: 'Ein Text darf weder Zeilenumbrüche noch Steuerzeichen enthalten; schreibe \\n oder \\t.',
    singleQuotes: 'Texte brauchen doppelte Anführungszeichen.',
    noJson: (word) => `${word} ist kein JSON-Wert.`,
  },
}
