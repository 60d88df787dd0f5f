import { describe, expect, it } from 'vitest'
import { shortReason } from './short-reason.ts'

describe('shortReason', () => {
  it('takes the frame away', () => {
    const framed = ['The p projection failed to process an event.', 'Handler: X', 'Event Position: a: 0', '', 'Message:', '', 'no n']
    expect(shortReason(framed.join('\r\n'))).toBe('no n')
  })
  it('takes a stack and the line away', () => {
    expect(shortReason('no such member\r\n   at Rillbox')).toBe('no such member')
    expect(shortReason('Line 3: Unexpected token')).toBe('Unexpected token')
  })
  it('keeps a message that has several lines', () => expect(shortReason('one\ntwo')).toBe('one\ntwo'))
})
