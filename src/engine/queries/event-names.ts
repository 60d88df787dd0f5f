// Hands what is known of names to the tools: the word that a mistyped one means, and the fields that events have.

export { closestWord } from '../../base/closest-word.ts'
export type { FieldShape, FoundField } from '../../query/diagnostics/field-shapes.ts'
export { FieldShapes, fieldsAt } from '../../query/diagnostics/field-shapes.ts'
export { categoryOf } from '../../query/diagnostics/seen-events.ts'
