// Reads the body of a request's block: a request, and below it the answer that is expected, as HTTP writes them.

import type { WrittenRequest } from '../../renderings/request.ts'
import type { BlockProblem, ExpectedAnswer, Fence, PlacedText, RequestBlock, RequestBlockOptions } from './block.ts'

const statusLine = /^HTTP\/\d(?:\.\d)?\s+(\d+)(?:\s.*)?$/
/** A line that is meant as the status of the answer, but lacks `HTTP/1.1`: it would be read as the body of the request. */
const bareStatus = /^(?:HTTP\b.*|[1-5]\d\d(?: [A-Z][A-Za-z ]*)?)$/

export function readRequestBlock({ line, code }: Fence, options: RequestBlockOptions): { block?: RequestBlock; problems: BlockProblem[] } {
  const lines = code.replace(/\n$/, '').split('\n')
  const begin = lines.findIndex((each) => each.trim() !== '')
  if (begin < 0) return { problems: [{ line, message: 'The block has no request, for example: GET /streams/cart-1' }] }
  const answerAt = lines.findIndex((each) => statusLine.test(each))
  const bare = answerAt < 0 ? lines.findIndex((each, index) => index > begin && bareStatus.test(each)) : -1
  if (bare >= 0)
    return {
      problems: [
        {
          line: line + 1 + bare,
          message: `An answer begins with HTTP/1.1 and its status, for example: HTTP/1.1 200 OK. Here stands: ${lines[bare]!}`,
        },
      ],
    }
  if (answerAt === begin)
    return { problems: [{ line: line + 1 + begin, message: 'Above the answer there is no request, for example: GET /streams/cart-1' }] }
  const ofRequest = readRequest(lines.slice(begin, answerAt < 0 ? lines.length : answerAt), line + 1 + begin)
  const ofAnswer = answerAt < 0 ? undefined : readAnswer(lines.slice(answerAt), line + 1 + answerAt)
  const problems = [...ofRequest.problems, ...(ofAnswer?.problems ?? [])]
  if (!ofRequest.request) return { problems }
  return { block: { kind: 'request', line, code, options, request: ofRequest.request, answer: ofAnswer?.answer }, problems }
}

function readRequest(lines: readonly string[], firstLine: number): { request?: WrittenRequest; problems: BlockProblem[] } {
  const [, method, path] = /^([A-Za-z]+) (\S+)(?: HTTP\/[\d.]+)?\s*$/.exec(lines[0] ?? '') ?? []
  if (method === undefined || path === undefined)
    return {
      problems: [
        {
          line: firstLine,
          message: `A request begins with its method and path, for example: GET /streams/cart-1. Here stands: ${lines[0] ?? ''}`,
        },
      ],
    }
  if (!path.startsWith('/'))
    return {
      problems: [
        {
          line: firstLine,
          message: `The path "${path}" does not begin with a slash${/^https?:/.test(path) ? ': it stands without the address of a server' : ''}.`,
        },
      ],
    }
  const { headers, body, problems } = readMessage(lines.slice(1), firstLine + 1)
  return {
    request: { method: method.toUpperCase(), path, headers: headers.map(({ name, value }) => [name, value]), body: body.text },
    problems,
  }
}

function readAnswer(lines: readonly string[], firstLine: number): { answer?: ExpectedAnswer; problems: BlockProblem[] } {
  const status = Number(statusLine.exec(lines[0]!)![1])
  const { headers, body, problems } = readMessage(lines.slice(1), firstLine + 1)
  if (status < 200 || status > 599) problems.push({ line: firstLine, message: `A status is a number from 200 to 599, not ${status}.` })
  return { answer: { line: firstLine, status, headers, body }, problems }
}

interface MessageParts {
  readonly headers: { readonly name: string; readonly value: string; readonly line: number }[]
  readonly body: PlacedText
  readonly problems: BlockProblem[]
}

/** Headers up to a blank line, and the body below it. */
function readMessage(lines: readonly string[], firstLine: number): MessageParts {
  const blank = lines.findIndex((each) => each.trim() === '')
  const end = blank < 0 ? lines.length : blank
  const headers: MessageParts['headers'] = []
  const problems: BlockProblem[] = []
  for (const [index, text] of lines.slice(0, end).entries()) {
    const [, name, value = ''] = /^([!#$%&'*+.^`|~\w-]+):\s*(.*?)\s*$/.exec(text) ?? []
    if (name === undefined)
      problems.push({
        line: firstLine + index,
        message: `A header has a name and a value with a colon between them; a blank line comes before the body. Here stands: ${text}`,
      })
    else headers.push({ name, value, line: firstLine + index })
  }
  const body = lines.slice(end + 1).join('\n')
  const before = /^\s*\n/.exec(body)?.[0].split('\n').length ?? 1
  return { headers, body: { text: body.trim(), line: firstLine + end + before }, problems }
}
