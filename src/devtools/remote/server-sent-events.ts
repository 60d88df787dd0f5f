// Reads the messages of an answer in server-sent events, as they come.

/** @returns name, `message` where there is none, and data of each. Skips comments, and a last message that is not complete. The answer is cancelled where the loop over the messages ends early. */
export async function* serverSentEvents(response: Response): AsyncGenerator<{ readonly event: string; readonly data: string }, void> {
  let rest = ''
  for await (const text of response.body!.pipeThrough(new TextDecoderStream())) {
    const blocks = (rest + text).split('\n\n')
    rest = blocks.pop()!
    for (const block of blocks) {
      const data = /^data: (.*)$/m.exec(block)?.[1]
      if (data !== undefined) yield { event: /^event: (.*)$/m.exec(block)?.[1] ?? 'message', data }
    }
  }
}
