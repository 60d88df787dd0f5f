import { readFileSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { describe, expect, it } from 'vitest'
import { StoreError } from '../base/errors.ts'
import { Failure, tell } from './failure.ts'

const thrown = (work: () => unknown): unknown => {
  try {
    return work()
  } catch (error) {
    return error
  }
}

describe('tell', () => {
  it('tells failures, broken environments and refusals of the platform in one line', () => {
    expect(tell(new Failure('No.'))).toBe('No.')
    expect(tell(new StoreError('invalid-scenario', 'Two:\na\n  b\n', { hint: 'Do it.' }))).toBe('Two: a b Do it.')
    expect(tell(thrown(() => readFileSync('/no such file')))).toBe('There is no file "/no such file".')
    expect(tell(thrown(() => writeFileSync('/no/such/file', '')))).toBe('There is no folder "/no/such".')
    expect(tell(thrown(() => readFileSync(tmpdir())))).toBe('A folder stands where a file is expected.')
    const system = (members: object) => Object.assign(new Error('spelled out'), { syscall: 'listen', ...members })
    expect(tell(system({ code: 'EADDRINUSE', port: 2113 }))).toBe('Port 2113 is in use. Give another one with --port, or 0 for a free one.')
    expect(tell(system({ code: 'EACCES', port: 80 }))).toBe('Port 80 is not allowed for this user.')
    expect(tell(system({ code: 'EXYZ' }))).toBe('spelled out.')
  })

  it('does not catch bugs', () => {
    expect(tell(new TypeError('x is undefined'))).toBeUndefined()
    expect(tell('text')).toBeUndefined()
  })
})
