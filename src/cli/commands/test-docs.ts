// The command `test-docs`: runs the blocks of documents and the lessons of scenarios, and checks what they promise; exit code 1 where one fails.

import { isUtf8 } from 'node:buffer'
import { globSync, mkdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { dirname, join, resolve } from 'node:path'
import type { TestOptions } from '../../documents/markdown/test-document.ts'
import { testDocument, testScenario } from '../../documents/markdown/test-document.ts'
import { updatedDocument } from '../../documents/markdown/update.ts'
import { readBeside } from '../../documents/run/read-beside.ts'
import type { RunProblem } from '../../documents/run/run-page.ts'
import type { TestDocsCommand } from '../arguments.ts'
import type { ReportedDocument } from '../documents/report.ts'
import { printTests, testsAsJUnit, testsAsJson } from '../documents/report.ts'
import { Failure } from '../failure.ts'
import { counted } from '../terminal.ts'
import type { Tools } from '../tools.ts'

/** @returns the exit code. */
export async function runTestDocs(command: TestDocsCommand, { terminal, isColoured }: Tools): Promise<0 | 1> {
  const files = [...new Set(command.patterns.flatMap(filesFor))]
  const documents: ReportedDocument[] = []
  for (const file of files) {
    terminal.progress(() => `${counted(documents.length, 'document')} of ${files.length} tested: ${file}`)
    documents.push(file.endsWith('.json') ? await testedScenario(file, command) : await tested(file, command))
  }
  terminal.done()
  // A file that is named may have none: a hook gives those that have changed.
  if (documents.every(({ tests }) => tests.length === 0) && !command.patterns.every(isFile))
    throw new Failure(
      `${counted(documents.length, 'document')} without a block that runs: nothing was tested. A block begins with \`\`\`rillbox.`,
    )
  if (command.junit !== undefined) {
    mkdirSync(dirname(resolve(command.junit)), { recursive: true })
    writeFileSync(command.junit, testsAsJUnit(documents))
  }
  if (command.json) await terminal.print(testsAsJson(documents))
  else for (const line of printTests(documents, isColoured)) await terminal.print(line)
  return documents.some(({ tests }) => tests.some(({ problems }) => problems.length > 0)) ? 1 : 0
}

const isFile = (path: string): boolean => statSync(path, { throwIfNoEntry: false })?.isFile() === true

/** A shell that knows the pattern has given files in its place. */
function filesFor(pattern: string): string[] {
  if (isFile(pattern)) return [pattern]
  const searched = statSync(pattern, { throwIfNoEntry: false })?.isDirectory() ? join(pattern, '**/*.{md,mdx}') : pattern
  const found = globSync(searched, { exclude: (name) => name === 'node_modules' })
    .filter((file) => statSync(file).isFile())
    .map((file) => file.split('\\').join('/'))
    .sort()
  if (found.length === 0) throw new Failure(`No file is named like "${pattern}".`)
  return found
}

const optionsFor = (folder: string, { limit }: Pick<TestDocsCommand, 'limit'>): TestOptions => ({
  read: (path) => Promise.resolve().then(() => readBeside(resolve(folder, path))),
  limit: limit * 1000,
  now: () => performance.now(),
})

async function tested(file: string, command: TestDocsCommand): Promise<ReportedDocument> {
  const bytes = readFileSync(file)
  const text = bytes.toString('utf8')
  const options = { ...optionsFor(dirname(file), command), path: file }
  const first = await testDocument(text, options)
  const updated = command.update ? updatedDocument(text, first.runs) : text
  if (updated === text) return reported(file, first.tests, false)
  if (!isUtf8(bytes)) throw new Failure(`"${file}" is not UTF-8: it stays as it is, because writing it would change its other lines.`)
  writeFileSync(file, updated)
  return reported(file, (await testDocument(updated, options)).tests, true)
}

async function testedScenario(file: string, command: TestDocsCommand): Promise<ReportedDocument> {
  const test = await testScenario(file, { ...optionsFor('.', command) })
  return reported(file, [test], false)
}

function reported(
  file: string,
  tests: readonly (Omit<ReportedDocument['tests'][number], 'problems'> & { readonly problems: readonly RunProblem[] })[],
  isUpdated: boolean,
): ReportedDocument {
  const placed = tests.map((test) => ({
    ...test,
    problems: test.problems.map((problem) => ({
      file: problem.file === undefined ? file : join(dirname(file), problem.file).split('\\').join('/'),
      line: problem.line,
      message: problem.message,
    })),
  }))
  return { file, tests: placed, isUpdated }
}
