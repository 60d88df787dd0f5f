// German sentences of the engine's diagnostics, by their codes.

import type { Strings } from '../strings.ts'

const meant = (instead: string | undefined): string => (instead ? ` Meinst du ${instead}?` : '')

const sentences: Strings['diagnostics']['sentences'] = {
  syntax: ({ said, sentence }) => (sentence ? `${sentence} Der Server sagt: ${said}.` : `${said}`),

  'empty-query': () => 'Die Abfrage ist leer: Sie wählt keine Ereignisse aus, und der Server stoppt ihre Projektion mit einem Fehler.',
  'no-source': () => 'Die Abfrage wählt keine Ereignisse aus: Ein Selektor wie fromAll() oder fromStream(…) fehlt.',
  'selector-not-called': ({ name }) => `${name} ist eine Funktion: Schreibe ${name}(…) vor den Punkt.`,
  'unknown-chain-method': ({ name, after, instead }) => `${after}(…) hat keine Methode ${name}.${meant(instead)}`,
  'misplaced-chain-method': ({ name, after, place }) => `${name} kann nicht auf ${after} folgen: ${place}`,
  'method-not-called': ({ name }) => `${name} ist eine Methode und wird nicht aufgerufen: Dahinter fehlen die Klammern.`,
  'selector-after-handlers': ({ name, after }) => `${name} ist keine Methode von ${after}: Selektoren stehen am Anfang einer Kette.`,
  'selector-in-handler': ({ name }) => `${name} gibt es nur, solange die Abfrage definiert wird, nicht in einem Handler.`,
  'selector-argument': ({ name, wanted }) => `${name} erwartet ${wanted}.`,
  'mixed-sources': ({ name }) =>
    `${name} lässt sich nicht mit dem Selektor davor verbinden: Eine Abfrage liest alle Ereignisse, Streams oder eine Kategorie.`,
  'many-categories': () =>
    'Mehrere Aufrufe von fromCategory lehnt der Server ab. Schreibe fromCategories([…]), das ihre $ce-Streams liest.',
  'foreach-on-streams': () =>
    'foreachStream() geht nach fromAll() und nach fromCategory mit einer Kategorie; bei Listen von Streams oder Kategorien wird es abgelehnt. Nimm partitionBy.',
  'category-as-stream': ({ name }) => `Kein Stream heißt ${name}; das ist eine Kategorie. fromCategory('${name}') liest ihre Streams.`,
  'stream-as-category': ({ name, category, prefix }) =>
    prefix
      ? `fromCategory setzt ${prefix} selbst vor den Namen: Schreibe fromCategory('${category}').`
      : `Die Kategorie von ${name} ist ${category}: das, was vor dem ersten Bindestrich steht.`,
  'stream-pattern': ({ name }) => `${name} gilt als Name eines einzigen Streams: Platzhalter gibt es nicht.`,

  'unknown-option': ({ name, instead }) => `options() kennt kein ${name}.${meant(instead)}`,
  'option-type': ({ name, wanted }) => `${name} erwartet ${types[wanted ?? ''] ?? wanted}.`,
  'reorder-needs-streams': () => 'reorderEvents wirkt nur bei fromStreams mit mindestens zwei Streams.',
  'reorder-needs-lag': () => 'reorderEvents braucht ein processingLag von mindestens 50 (Millisekunden).',
  'option-without-effect': ({ name, why }) => `${name} hat hier keine Wirkung: ${why}.`,

  'unknown-handler': ({ name, instead }) => `Kein Handler heißt ${name}.${meant(instead)} Der Name gilt als Ereignistyp.`,
  'any-beside-named': () => 'Eine Abfrage hat entweder $any oder Handler für einzelne Typen. Hinter solchen Handlern wird $any abgelehnt.',
  'any-never-called': () =>
    '$any wird nie aufgerufen: Dahinter stehen Handler für einzelne Typen, und nur deren Ereignisse werden gelesen.',
  'deleted-without-foreach': () => '$deleted braucht foreachStream() in der Kette.',
  'deleted-has-no-event': ({ name }) => `${name} ist in $deleted null; der dritte Parameter ist der gelöschte Stream.`,
  'duplicate-handler': ({ name }) => `Für ${name} ist schon ein Handler registriert.`,
  'overwritten-handler': ({ name }) => `${name} steht zweimal in diesem Objekt: Nur das letzte zählt.`,
  'handler-is-no-function': ({ name }) => `${name} ist keine Funktion und wird ignoriert.`,
  'parameter-order': ({ first }) =>
    `Der erste Parameter eines Handlers ist der Zustand, der zweite das Ereignis: ${first} ist hier der Zustand.`,
  'when-argument': () => 'when erwartet ein Objekt mit einem Handler je Typ: when({ OrderPlaced: (state, event) => … }).',
  'partition-not-text': ({ what }) =>
    `Die Partition ist ${what}, daher wird das Ereignis übersprungen: Gib einen Text oder eine Zahl zurück.`,
  'event-only': ({ role, name }) => `${role} bekommt nur ein Argument: ${name} ist undefined.`,
  'async-handler': ({ name }) =>
    `${name} gibt ein Promise zurück; das wird zum Zustand und als {} gespeichert. Handler laufen in einem Zug durch.`,
  'generator-handler': ({ name }) => `${name} ist ein Generator: Sein Rumpf läuft nicht wie gedacht.`,
  'promise-in-handler': () => 'Promises werden nie fortgesetzt: Code hinter then() läuft nicht.',

  'state-not-returned': ({ name }) =>
    `${name} wird ersetzt und nicht zurückgegeben, also bleibt der alte Zustand. Gib den neuen zurück oder ändere seine Eigenschaften.`,
  'state-becomes-value': ({ what }) =>
    `Der Handler gibt ${what} zurück, und das ersetzt den ganzen Zustand. Setze die Anweisung in geschweifte Klammern oder gib den Zustand zurück.`,
  'copy-not-returned': ({ name }) => `${name} wird geändert, und niemand bekommt es: Gib ${name} zurück.`,
  'this-in-handler': ({ instead }) =>
    `this ist nicht der Zustand, und was darin steht, geht verloren. Der Zustand ist der erste Parameter${instead ? `, ${instead}` : ''}.`,
  'text-for-number': ({ member, value }) => `${member} beginnt als Text ${value}, daher hängt += etwas an.`,
  'object-needs-parentheses': ({ name }) =>
    `Die geschweiften Klammern sind ein Block, daher gibt ${name} nichts zurück. Setze runde Klammern um das Objekt: () => ({ … }).`,
  'nothing-returned': ({ name, effect }) => `${name} gibt nichts zurück, ${effect}.`,
  'filter-not-true': ({ what }) => `filterBy behält ein Ergebnis nur bei true, und dies ist ${what}: Kein Ergebnis kommt durch.`,
  'missing-init': ({ member, effect }) =>
    `Ohne $init beginnt der Zustand als {}: ${member} ist beim ersten Ereignis undefined, und ${effect}.`,
  'missing-member': ({ member, effect }) => `$init setzt ${member} nicht: Beim ersten Ereignis ist es undefined, und ${effect}.`,
  'lost-in-state': ({ name }) =>
    `Ein Wert vom Typ ${name} wird beim Speichern des Zustands zu {}. Nimm ein Objekt, eine Liste oder einen Text.`,
  'growing-state': ({ member }) =>
    `${member} wächst mit jedem Ereignis, und jedes Mal wird der ganze Zustand gespeichert. KurrentDB 26 scheitert bei 16 MiB.`,
  'state-is-pair': ({ name }) =>
    `${name} ist hier ein Paar aus Zustand und gemeinsamem Zustand: Schreibe ([state, shared], event) => … oder ${name}[0].`,
  'large-state': ({ size }) =>
    `Der Zustand ist hier ${size} lang. Er wird jedes Mal ganz gespeichert, und samt seinem Ergebnis nimmt KurrentDB 26 höchstens 16 MiB.`,
  'state-outside': ({ name }) => `${name} steht außerhalb des Zustands: Es geht bei einem Neustart verloren und gilt nicht je Partition.`,
  'shared-initial-state': ({ name }) =>
    `$init gibt jeder Partition dasselbe ${name}, und Handler ändern es. Schreibe es in $init aus oder kopiere es.`,
  'missing-key': ({ name, effect }) => `${name} ist bei einem neuen Schlüssel undefined, und ${effect}. Gib ihm einen ersten Wert.`,
  'unbounded-partitions': ({ name }) => `${name} ist bei jedem Ereignis anders, sodass jedes seine eigene Partition bekommt.`,

  'unknown-member': ({ name, instead }) => `Ereignisse haben kein ${name}.${meant(instead)}`,
  'member-of-data': ({ name, instead }) => `Ereignisse haben kein ${name}, ihre Daten schon.${meant(instead)}`,
  'created-since-26': () => 'Ereignisse haben created erst seit KurrentDB 26.1; in diesem Release ist es undefined.',
  'unknown-method': ({ name, kind, instead }) => `${kinds[kind ?? ''] ?? kind} hat kein ${name}.${meant(instead)}`,
  'already-parsed': ({ name, raw }) => `${name} ist schon aus JSON gelesen; JSON.parse darauf scheitert. ${raw} hat den Text.`,
  'unknown-type': ({ name, instead }) => `Ein Ereignis vom Typ ${name} kam noch nicht vor.${meant(instead)}`,
  'unknown-stream': ({ name, instead }) => `Ein Stream ${name} kam noch nicht vor.${meant(instead)}`,
  'unknown-category': ({ name, instead }) => `Ein Stream der Kategorie ${name} kam noch nicht vor.${meant(instead)}`,
  'unknown-field': ({ name, type, instead }) =>
    `Kein Ereignis${type ? ` vom Typ ${type}` : ''} hatte bisher ein Feld ${name}.${meant(instead)}`,
  'text-added': ({ name, count }) => `${name} war in ${count} Ereignissen ein Text: + hängt ihn an die Zahl an.${meant(`Number(${name})`)}`,
  'text-kept': ({ name, method, value }) =>
    `${method} macht einen Text daraus, sodass das nächste + an ${name} anhängt.${meant(`Number(${value})`)}`,
  'object-as-list': ({ name, effect, instead }) =>
    `${name} war in allen Ereignissen bisher ein Objekt, keine Liste: ${effect}.${meant(instead)}`,
  'sorted-as-texts': ({ name }) => `sort() vergleicht Texte, sodass in ${name} 100 vor 9 steht.${meant('sort((a, b) => a - b)')}`,
  'part-of-id': ({ name, part, stream, instead }) => `${name} ist beim Stream ${stream} nur ${part} und keine ganze ID.${meant(instead)}`,
  'partition-field-missing': ({ name, types }) =>
    `Kein Ereignis vom Typ ${types} hatte bisher ${name}: partitionBy liefert dafür undefined, und der Handler läuft nie.`,
  'field-sometimes-missing': ({ name, count, type, effect }) => `${name} fehlte in ${count} Ereignissen vom Typ ${type}, und ${effect}.`,
  'number-across-streams': () =>
    'sequenceNumber zählt innerhalb eines Streams, und hier kommen Ereignisse vieler Streams: Ihre Nummern lassen sich nicht vergleichen.',

  'unknown-function': ({ name, instead }) => `Eine Funktion ${name} gibt es nicht.${meant(instead)}`,
  'unknown-name': ({ name, instead }) => `${name} ist nirgends deklariert.${meant(instead)}`,
  'foreign-global': ({ name, advice }) => `In einer Abfrage gibt es kein ${name}. ${advice}`,
  'emit-disabled': ({ name }) =>
    `${name} lässt die Projektion scheitern: Sie wurde ohne emit angelegt und darf nicht schreiben. Lege sie mit emit=yes an.`,
  'emit-in-definition': ({ name }) => `${name} gibt es nur in Handlern.`,
  'emit-beside-handlers': ({ name, role }) => `${name} in ${role} scheitert oder geht verloren: Schreibe in Handlern für Ereignisse.`,
  'emit-arguments': ({ name, wanted, problem }) => `${name} erwartet ${wanted}. ${problem}`,
  'writes-into-source': ({ name, stream }) =>
    `${name} schreibt in ${stream}, und den liest die Abfrage. Dort schreiben auch andere, also scheitert die Projektion.`,
  'feeds-itself': ({ name, stream }) =>
    `${name} schreibt in ${stream}, und den liest die Abfrage: Sie verarbeitet ihre eigenen Ereignisse ohne Ende.`,

  'not-repeatable': ({ name, advice }) => `${name} liefert einen anderen Wert, wenn Ereignisse noch einmal gelesen werden. ${advice}`,
  'no-effect': ({ meant: instead }) => `Das Ergebnis nutzt niemand.${meant(instead)}`,
  'sign-for-operator': ({ written, meant: instead }) => `${written} weist eine Zahl mit Vorzeichen zu.${meant(instead)}`,
  'assignment-in-condition': () => `Die Bedingung weist zu.${meant('===')}`,
  'template-in-quotes': ({ name }) => `${name} bleibt in diesen Anführungszeichen, wie es ist.${meant('Backticks')}`,
  'dropped-result': ({ name }) => `${name} ändert nichts, es gibt einen neuen Wert zurück, und den nutzt niemand.`,
  'for-in-list': () => 'for … in geht die Indizes einer Liste durch, als Texte. Meinst du for … of, das die Elemente durchgeht?',
  'index-as-condition': ({ name, instead }) =>
    `${name} ist -1, wenn nichts gefunden wird, und das zählt als wahr; 0 für das erste Element zählt als falsch. Vergleiche mit -1 oder frage ${instead}.`,
  'comparator-returns-boolean': ({ name }) =>
    `Die Funktion von ${name} gibt true oder false zurück. Sie muss eine Zahl zurückgeben: kleiner als 0, 0 oder größer als 0.`,
  'constant-assigned': ({ name }) => `${name} ist eine Konstante: Eine Zuweisung scheitert. Deklariere es mit let.`,
  'falls-through': () => 'Am Ende dieses case fehlt ein break, daher läuft auch der nächste.',
}

const types: Readonly<Record<string, string>> = { boolean: 'true oder false', number: 'eine Zahl', string: 'einen Text' }

const kinds: Readonly<Record<string, string>> = {
  text: 'Ein Text',
  list: 'Eine Liste',
  object: 'Ein Objekt',
  number: 'Eine Zahl',
  boolean: 'Ein Wahrheitswert',
}

const things: Readonly<Record<string, string>> = {
  handler: 'diesem Handler',
  property: 'dieser Eigenschaft',
  item: 'diesem Element',
  argument: 'diesem Argument',
  parameter: 'diesem Parameter',
}

const phrases: Strings['diagnostics']['phrases'] = {
  'follows-all-or-category': 'Es folgt auf fromAll und fromCategory. Nimm für Streams partitionBy.',
  'one-when': 'Eine Kette hat nur ein when, hinter ihrem Selektor oder ihren Partitionen.',
  'between-selector-and-when': 'Es steht zwischen dem Selektor und when.',
  'behind-when': 'Es steht hinter when.',
  'part-is-over': (after) => `${after} schließt diesen Teil der Kette ab.`,

  'one-name': "einen Namen; mehrere nimmt fromStreams(['…', '…'])",
  'category-name': 'den Namen einer Kategorie',
  'names-as-texts': 'Namen als Texte',
  'a-function': 'eine Funktion',
  'emit-takes': 'einen Stream, einen Ereignistyp, ein Objekt als Daten und bei Bedarf ein Objekt als Metadaten',
  'link-takes': 'einen Stream und das Ereignis, wie in linkTo(stream, event)',
  'link-stream-takes': 'einen Stream und den Namen des verlinkten Streams',
  'all-missing': 'Alles davon fehlt.',
  'both-missing': 'Beides fehlt.',
  'event-missing': 'Das Ereignis fehlt.',
  'type-missing': 'Der Ereignistyp fehlt.',
  'type-and-data-missing': 'Ereignistyp und Daten fehlen.',
  'data-missing': 'Die Daten fehlen.',
  'linked-stream-missing': 'Der verlinkte Stream fehlt.',
  'first-no-text': 'Das erste ist kein Text.',
  'second-no-text': 'Das zweite ist kein Text.',
  'second-no-event': 'Das zweite ist nicht das Ereignis.',
  'data-no-object': 'Die Daten sind kein Objekt.',
  'third-is-metadata': 'Das dritte ist, wenn es da ist, ein Objekt als Metadaten.',
  'third-beside-fourth': 'Ein drittes zählt nur neben einem vierten.',
  'needs-reordering': 'Es braucht reorderEvents',
  'results-behind-output-state': 'Eine fortlaufende Projektion schreibt Ergebnisse nur mit outputState(), transformBy oder filterBy',
  'copies-nothing': 'Server tun dafür nichts. linkTo verweist auf ein Ereignis, emit schreibt eines',
  'counts-for-all': 'Es zählt nur bei fromAll()',

  'sum-is-nan': 'die Summe wird NaN',
  'reading-faults': 'ein Zugriff auf eine Eigenschaft davon scheitert',
  'length-undefined': 'Seine Länge ist undefined',
  'loop-faults': 'Es zu durchlaufen scheitert',
  'method-faults': (method) => `${method} scheitert`,
  'no-first-state': 'daher ist der Zustand beim ersten Ereignis undefined',
  'no-partition': 'daher bekommt kein Ereignis eine Partition, und keines wird verarbeitet',
  'no-result': 'daher gibt es kein Ergebnis',
  'no-result-passes': 'daher wird kein Ergebnis durchgelassen',

  'a-text': 'einen Text',
  'a-number': 'eine Zahl',
  'a-boolean': 'true oder false',
  'a-list': 'eine Liste',
  'an-object': 'ein Objekt',
  'a-value': 'einen Wert',
  'what-it-assigns': 'den zugewiesenen Wert',
  'length-of-list': 'die Länge einer Liste',
  'to-return-it': 'ein return davor',
  'the-event': 'Das Ereignis',
  'raw-of-event': (member) => `${member} des Ereignisses`,
  'a-stream': 'einen Stream',
  'own-stream': 'den Stream des Ereignisses',
  'all-of': (total) => `allen ${total}`,
  'some-of': (count, total) => `${count} von ${total}`,
  and: (...names) => names.join(' und '),

  'time-from-event': 'Nimm die Zeit aus dem Ereignis: aus seinen Daten oder aus event.created.',
  'time-from-data': 'Nimm die Zeit aus den Daten des Ereignisses.',
  'derive-from-event': 'Leite ihn aus dem Ereignis ab.',
  'ids-from-event': 'Ein Lauf muss sich wiederholen lassen; nimm IDs aus dem Ereignis.',
  'use-log': 'Nimm log(…), das in das Protokoll des Servers schreibt.',
  'use-global-this': 'Nimm globalThis.',
  'use-on-any': 'Nimm on_any.',
  'use-pattern': 'Zerlege den Text mit einem regulären Ausdruck.',
  'copy-as-json': 'Kopiere mit JSON.parse(JSON.stringify(…)).',
  'keep-in-state': 'Was bleiben soll, gehört in den Zustand.',
  'format-where-shown': 'Formatiere Zahlen und Daten dort, wo sie angezeigt werden.',
  'reads-events-only': 'Eine Abfrage liest Ereignisse und sonst nichts.',
  'one-script': 'Eine Abfrage ist ein einziges Skript ohne Module.',
  'runs-at-once': 'Ein Handler läuft in einem Zug durch.',
  'no-clock': 'Eine Abfrage hat keine eigene Uhr; Ereignisse tragen ihre Zeit in den Daten.',
  'no-page': 'Um eine Abfrage herum gibt es keine Seite.',
  'no-web': 'Um eine Abfrage herum gibt es keine Web-Plattform.',
  'no-process': 'Um eine Abfrage herum gibt es keinen Prozess.',
  'no-node': 'Um eine Abfrage herum gibt es kein Node.',
  'no-such-selector': 'Dieses Release hat keinen solchen Selektor.',

  'no-modules': 'Eine Abfrage ist ein Skript und kann nichts importieren oder exportieren.',
  'braces-are-block': 'Die geschweiften Klammern sind ein Block. Setze runde Klammern um das Objekt: () => ({ … }).',
  'comma-missing': (thing) => `Hinter ${things[thing] ?? thing} fehlt ein Komma.`,
  'sign-missing': (sign) => `Hier fehlt ${sign}.`,
  'sign-too-many': (sign) => `Hier ist ${sign} zu viel.`,
}

export const diagnostics: Strings['diagnostics'] = { sentences, phrases }
