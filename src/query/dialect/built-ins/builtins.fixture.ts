// The dialect alone, as a text for a bare sandbox.

export { installDialect as default } from './builtins.ts'
