// Reads the internal DTD of a document for the entities it declares; everything else in it is passed over.

import type { Cursor } from './cursor.ts'
import { blanks, malformed, qualifiedName } from './cursor.ts'
import type { Entities } from './entities.ts'
import { expandCharacters } from './entities.ts'

const quoted = /"[^"]*"|'[^']*'/y
const otherDeclaration = /<!(?:ELEMENT|ATTLIST|NOTATION)(?:[^<>"']|"[^"]*"|'[^']*')*>/y
const parameterReference = /%[^;\s]+;/y

/** Stands at `<!DOCTYPE`; external parts are never fetched. */
export function readDocumentType(cursor: Cursor, entities: Entities): void {
  cursor.expect('<!DOCTYPE')
  if (!cursor.take(blanks)) malformed()
  cursor.name()
  cursor.take(blanks)
  skipExternalId(cursor)
  if (cursor.skip('[')) readSubset(cursor, entities)
  cursor.take(blanks)
  cursor.expect('>')
}

function skipExternalId(cursor: Cursor): void {
  if (!cursor.skip('SYSTEM') && !cursor.skip('PUBLIC')) return
  cursor.take(blanks)
  while (cursor.take(quoted)) cursor.take(blanks)
}

function readSubset(cursor: Cursor, entities: Entities): void {
  for (;;) {
    cursor.take(blanks)
    if (cursor.skip(']')) return
    if (cursor.skip('<!ENTITY')) readEntity(cursor, entities)
    else if (cursor.skip('<!--')) cursor.until('-->')
    else if (cursor.skip('<?')) cursor.until('?>')
    else if (!cursor.take(otherDeclaration) && !cursor.take(parameterReference)) malformed()
  }
}

/** Entities that live elsewhere, or only in the DTD, cannot be referred to. */
function readEntity(cursor: Cursor, entities: Entities): void {
  if (!cursor.take(blanks)) malformed()
  const isParameter = cursor.skip('%') && cursor.take(blanks) !== undefined
  const name = cursor.take(qualifiedName) ?? malformed()
  cursor.take(blanks)
  const value = cursor.take(quoted)
  if (value === undefined) cursor.until('>')
  else {
    cursor.take(blanks)
    cursor.expect('>')
    if (!isParameter) entities.declare(name, expandCharacters(value.slice(1, -1)))
  }
}
