import { describe, expect, it } from 'vitest'
import { counted, createTerminal, percent } from './terminal.ts'

const sink = (isTTY = false) => {
  const texts: string[] = []
  return { texts, isTTY, write: (text: string) => texts.push(text) > 0 }
}

describe('a terminal', () => {
  it('shows progress on a terminal, at most ten times a second', () => {
    const messages = sink(true)
    let now = 0
    const terminal = createTerminal(sink(), messages, () => now)
    for (const time of [0, 50, 99, 100, 150, 230]) {
      now = time
      terminal.progress(() => `at ${time}`)
    }
    expect(messages.texts).toEqual(['at 0', 'at 100', 'at 230'].map((line) => `\r\u001b[K${line}`))
  })

  it('removes progress before anything else is written', async () => {
    const [output, messages] = [sink(), sink(true)]
    const terminal = createTerminal(output, messages, () => 0)
    terminal.progress(() => 'working')
    await terminal.print('{}')
    terminal.done()
    expect(messages.texts).toEqual(['\r\u001b[Kworking', '\r\u001b[K'])
    expect(output.texts).toEqual(['{}\n'])
  })

  it('shows none to a file', () => {
    const messages = sink()
    const terminal = createTerminal(sink(), messages, () => 0)
    terminal.progress(() => 'working')
    terminal.note('worth knowing')
    expect(messages.texts).toEqual(['worth knowing\n'])
  })

  it('waits for slower readers', async () => {
    let goOn: (() => void) | undefined
    const slow = {
      write(_text: string, written?: () => void) {
        goOn = written
        return false
      },
    }
    let isPrinted = false
    const printed = createTerminal(slow, sink(), () => 0)
      .print('line')
      .then(() => (isPrinted = true))
    await Promise.resolve()
    expect(isPrinted).toBe(false)
    goOn!()
    await printed
    expect(isPrinted).toBe(true)
  })
})

describe('numbers', () => {
  it.each([
    [0, '0 events'],
    [1, '1 event'],
    [2000, '2,000 events'],
  ])('count %i', (count, expected) => expect(counted(count, 'event')).toBe(expected))

  it.each([
    [0, 0, '0 %'],
    [0, 10, '0 %'],
    [999, 1000, '99 %'],
    [10, 10, '100 %'],
  ])('tell %i of %i', (done, total, expected) => expect(percent(done, total)).toBe(expected))
})
