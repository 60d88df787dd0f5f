// Makes a release: version, changelog, build, a trial of the publication, commit and tag. It pushes and publishes nothing.

import { execFileSync, spawnSync } from 'node:child_process'
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { datedIn, notesOf, releaseIn, unreleasedIn } from './release/changelog.ts'
import { releaseProblems } from './release/problems.ts'
import { withLockedVersion, withVersion } from './release/version.ts'

const root = join(import.meta.dirname, '..')
const { positionals } = parseArgs({ allowPositionals: true })
const [next] = positionals
if (next === undefined) stop('npm run release -- VERSION, for example 0.2.0')

const read = (file: string): string => readFileSync(join(root, file), 'utf8')
const write = (file: string, text: string): void => writeFileSync(join(root, file), text)
const git = (...args: string[]): string => execFileSync('git', args, { cwd: root, encoding: 'utf8' })

const { version: present } = JSON.parse(read('package.json')) as { version: string }
const changelog = read('CHANGELOG.md')
const problems = releaseProblems({
  status: git('status', '--porcelain'),
  branch: git('rev-parse', '--abbrev-ref', 'HEAD').trim(),
  tags: git('tag', '--list', 'v*').split('\n').filter(Boolean),
  present,
  next,
  unreleased: unreleasedIn(changelog),
})
if (problems.length > 0) stop(problems.join('\n'))

const date = new Date().toISOString().slice(0, 10)
if (next === present) write('CHANGELOG.md', datedIn(changelog, { version: next, date }))
else {
  write('package.json', withVersion(read('package.json'), present, next))
  write('package-lock.json', withLockedVersion(read('package-lock.json'), next))
  write('CHANGELOG.md', releaseIn(changelog, { version: next, date }))
}
run('npm', 'run', 'build:package')
// A tag of its own, because npm would otherwise ask the registry for the newest version. The list of files is worth a look, even where
// npm has been told to be silent.
const tag = next.includes('-') ? 'next' : 'latest'
run('npm', 'publish', '--provenance', '--dry-run', '--ignore-scripts', '--loglevel', 'notice', '--tag', tag)
git('commit', '--all', '--allow-empty', '--quiet', '--message', `Release ${next}`)
git('tag', '--annotate', `v${next}`, '--message', `${next}\n\n${notesOf(read('CHANGELOG.md'), next)}`)

console.log(`
v${next} is committed and tagged here, and nothing has left this machine. After \`npm test\`:

  git push --follow-tags                      the continuous integration publishes with provenance:
  npm publish --provenance --ignore-scripts   in a workflow that may ask for an identity token

To take it back: git tag --delete v${next} && git reset --hard HEAD~1
`)

function run(command: string, ...args: string[]): void {
  const { status } = spawnSync(command, args, { cwd: root, stdio: 'inherit', shell: process.platform === 'win32' })
  if (status !== 0) stop(`${[command, ...args].join(' ')} failed. \`git checkout .\` takes the changes back.`)
}

function stop(message: string): never {
  console.error(message)
  process.exit(1)
}
