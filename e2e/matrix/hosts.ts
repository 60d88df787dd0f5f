// Every host: its sections of docs/hosts.md, and how it is tried.

import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { stripVTControlCharacters } from 'node:util'
import { lowestVersion } from './choose.ts'
import type { Place } from './place.ts'
import { serveFolder } from './static.ts'
import { visitBlocks } from './visit-blocks.ts'
import { load, visit } from './visit.ts'

export interface Host {
  /** As `--only` names it. */
  readonly name: string
  /** Folder of `projects`. Hosts of the same project share its installed packages. */
  readonly project: string
  /** Headings of docs/hosts.md; none if there is nothing to tell. Files of a later one replace those of earlier ones. */
  readonly sections: readonly string[]
  /** Packages that are installed separately, with their versions. */
  readonly tools?: Readonly<Record<string, string>>
  /** Folder of the production build, whose scripts are measured. */
  readonly bundle?: string
  /** Makes that build without the store: its scripts must have nothing of it. Default: the attempt has made it, with the store. */
  readonly production?: string
  /** Commands and files of the machine without which it is skipped. */
  readonly needs?: readonly string[]
  /**
   * @returns the moment of the first projected event, of `performance.now`.
   * @throws Error if it does not hold.
   */
  readonly attempt: (place: Place, port: number) => Promise<number>
}

const root = join(import.meta.dirname, '..', '..')
const { engines } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as { engines: { node: string } }

/** The page of the host's own server. `PORT` in the command stands for a free port. */
const served =
  (command: string, { path = '/', build, others }: { path?: string; build?: string; others?: unknown } = {}): Host['attempt'] =>
  async (place, port) => {
    if (build) await place.run(build)
    const address = `http://localhost:${port}${path}`
    const server = await place.serve(command.replace('PORT', String(port)), address)
    try {
      return await visit(address, { others })
    } finally {
      await server.stop()
    }
  }

/** The page of a build, on a host for files. */
const built =
  (folder: string, { command, path = '/' }: { command?: string; path?: string } = {}): Host['attempt'] =>
  async (place, port) => {
    if (command) await place.run(command)
    const server = await serveFolder(join(place.folder, folder), port)
    try {
      return await visit(`http://localhost:${port}${path}`)
    } finally {
      await server.stop()
    }
  }

/**
 * A page of documentation with blocks that run: its build, its page without and with scripts and on paper (kept as `blocks.pdf`), and a
 * build with a broken block.
 */
const withBlocks =
  ({ command, folder, page, path }: { command: string; folder: string; page: string; path: string }): Host['attempt'] =>
  async (place, port) => {
    await place.run(command)
    const server = await serveFolder(join(place.folder, folder), port)
    let seen: number
    try {
      seen = await visitBlocks(`http://localhost:${port}${path}`, join(place.folder, 'blocks.pdf'))
    } finally {
      await server.stop()
    }
    await failsWithBrokenBlock(place, command, page)
    return seen
  }

/** The member that every query of the page reads is misspelled. */
async function failsWithBrokenBlock(place: Place, command: string, page: string): Promise<void> {
  const file = join(place.folder, page)
  const text = readFileSync(file, 'utf8')
  const broken = text.replace('event.data.price', 'event.dta.price')
  const line = broken.slice(0, broken.indexOf('event.dta.price')).split('\n').length
  writeFileSync(file, broken)
  try {
    const before = place.printed().length
    const succeeds = await place.run(command).then(
      () => true,
      () => false,
    )
    const output = stripVTControlCharacters(place.printed().slice(before))
    const expected = `${page}:${line}: The query faults: `
    if (succeeds || !output.includes(expected))
      throw new Error(`A broken block should fail the build with "${expected}", and the output is:\n${output.slice(-2000)}`)
  } finally {
    writeFileSync(file, text)
  }
}

/** A production build, which has no store: its page loads the application by itself. */
const bare =
  (build: string, command: string): Host['attempt'] =>
  async (place, port) => {
    await place.run(build)
    const address = `http://localhost:${port}/`
    const server = await place.serve(command.replace('PORT', String(port)), address)
    try {
      return await load(address)
    } finally {
      await server.stop()
    }
  }

/** Tests that have to pass; a run without any lacks the expected output. They say no moment but that of their end. */
const passes =
  (command: string, prints: RegExp): Host['attempt'] =>
  async (place) => {
    if (!prints.test(await place.run(command))) throw new Error(`${command} did not print ${prints}`)
    return performance.now()
  }

/** A test in any language, over the control routes of the packed command. */
const controlled =
  (command: string, prints: RegExp): Host['attempt'] =>
  async (place, port) => {
    await place.run(`npm i ${place.packed}`)
    const address = `http://localhost:${port}`
    const server = await place.serve(`npx rillbox serve --control --insecure --port ${port}`, `${address}/ping`)
    try {
      const printed = await place.run(`RILLBOX=${address} sh -c '${command}' 2>&1`)
      if (!prints.test(printed)) throw new Error(`${command} did not print ${prints}`)
      return performance.now()
    } finally {
      await server.stop()
    }
  }

/** With versions of the tools that read a compiler of TypeScript in JavaScript. */
const generated = [
  'npm i openapi-typescript@7 openapi-fetch@0 typescript@5 @redocly/cli@2 @types/node@24',
  'npx redocly lint $RILLBOX/-/openapi.json',
  'npx openapi-typescript $RILLBOX/-/openapi.json -o api.d.ts',
  'npx tsc --noEmit --strict --module nodenext --target es2022 --allowImportingTsExtensions --types node client.ts',
  'node client.ts',
].join(' && ')

/** A recipe of docs/guides/recipes.md, on machines that have its tools. */
const recipe = (language: string, needs: readonly string[], command: string, prints: RegExp): Host => ({
  name: `control-${language}`,
  project: 'control',
  sections: [],
  needs,
  attempt: controlled(command, prints),
})

/** Where Debian puts JUnit and what it needs. */
const jars = '/usr/share/java'
const jarNames = [
  ...['api', 'engine'].map((part) => `junit-jupiter-${part}`),
  ...['commons', 'console', 'engine', 'launcher', 'reporting'].map((part) => `junit-platform-${part}`),
  'opentest4j',
  'opentest4j-reporting-events',
  'opentest4j-reporting-schema',
  'apiguardian-api',
  'picocli',
]
const jarPath = jarNames.map((name) => `${jars}/${name}.jar`).join(':')
const junit = `javac -d classes -cp ${jarPath} junit/OrdersTest.java && java -cp ${jarPath}:classes org.junit.platform.console.ConsoleLauncher -c OrdersTest`

const application = 'The example application'
const story = '/iframe.html?id=orders--page&viewMode=story'
const vitest = (environment?: string): Host['attempt'] =>
  passes(`npx vitest run${environment ? ` --environment ${environment}` : ''}`, /Tests +3 passed/)
const jest = passes('npx jest', /Tests: +1 passed, 1 total/)
const nodeTest = passes('node --test', /^(?:#|ℹ) pass 1$/m)
const shop = { others: 'The shop' }

export const hosts: readonly Host[] = [
  {
    name: 'vite-dev',
    project: 'vite',
    sections: [application, 'Vite', 'Projections in files with Vite'],
    attempt: served('npx vite --port PORT --strictPort'),
  },
  {
    name: 'vite-build',
    project: 'vite',
    sections: [application, 'Vite'],
    bundle: 'dist',
    production: 'npx vite build',
    attempt: built('dist', { command: 'NODE_ENV=development npx vite build --mode development' }),
  },
  {
    name: 'vite-preview',
    project: 'vite',
    sections: [application, 'Vite', 'Vite with the plugin'],
    attempt: served('npx vite preview --port PORT --strictPort', { build: 'NODE_ENV=development npx vite build --mode development' }),
  },
  {
    name: 'vite-6-dev',
    project: 'vite-6',
    sections: [application, 'Vite', 'Vite before 8'],
    attempt: served('npx vite --port PORT --strictPort'),
  },
  {
    name: 'webpack',
    project: 'webpack',
    sections: [application, 'webpack'],
    bundle: 'dist',
    production: 'npx webpack --mode production',
    attempt: built('dist', { command: 'npx webpack --mode development' }),
  },
  {
    name: 'rspack',
    project: 'rspack',
    sections: [application, 'Rspack'],
    bundle: 'dist',
    production: 'npx rspack build --mode production',
    attempt: built('dist', { command: 'npx rspack build --mode development' }),
  },
  { name: 'no-build', project: 'no-build', sections: [application, 'A page without a build'], attempt: built('.') },
  {
    name: 'esbuild',
    project: 'esbuild',
    sections: [application, 'esbuild'],
    bundle: 'production',
    production: 'npx esbuild src/main.js --bundle --minify --splitting --format=esm --outdir=production',
    attempt: built('public'),
  },
  {
    name: 'parcel',
    project: 'parcel',
    sections: [application, 'Parcel'],
    bundle: 'production',
    production: 'npx parcel build index.html --dist-dir production',
    attempt: served('npx parcel index.html --port PORT'),
  },
  { name: 'next-dev', project: 'next', sections: [application, 'Next'], attempt: served('npx next dev --port PORT') },
  {
    name: 'next-build',
    project: 'next',
    sections: [application, 'Next'],
    bundle: '.next/static',
    production: 'npx next build',
    attempt: bare('npx next build', 'npx next start --port PORT'),
  },
  {
    name: 'next-webpack',
    project: 'next',
    sections: [application, 'Next'],
    bundle: '.next/static',
    production: 'npx next build --webpack',
    attempt: bare('npx next build --webpack', 'npx next start --port PORT'),
  },
  {
    name: 'sveltekit-dev',
    project: 'sveltekit',
    sections: [application, 'SvelteKit'],
    attempt: served('npx vite dev --port PORT --strictPort'),
  },
  {
    name: 'sveltekit-build',
    project: 'sveltekit',
    sections: [application, 'SvelteKit'],
    bundle: 'build',
    production: 'npx vite build',
    attempt: built('build', { command: 'NODE_ENV=development npx vite build --mode development' }),
  },
  { name: 'angular-dev', project: 'angular', sections: [application, 'Angular'], attempt: served('npx ng serve --port PORT') },
  {
    name: 'angular-build',
    project: 'angular',
    sections: [application, 'Angular'],
    bundle: 'dist/orders/browser',
    production: 'npx ng build',
    attempt: built('dist/orders/browser', { command: 'npx ng build --configuration development' }),
  },
  {
    name: 'docusaurus-dev',
    project: 'docusaurus',
    sections: [application, 'Docusaurus'],
    attempt: served('npx docusaurus start --no-open --port PORT'),
  },
  {
    name: 'docusaurus-build',
    project: 'docusaurus',
    sections: [application, 'Docusaurus'],
    bundle: 'build',
    attempt: built('build', { command: 'npx docusaurus build' }),
  },
  {
    name: 'docusaurus-blocks',
    project: 'docusaurus',
    sections: [application, 'Docusaurus', 'Docusaurus with blocks that run'],
    attempt: withBlocks({ command: 'npx docusaurus build', folder: 'build', page: 'docs/blocks.md', path: '/docs/blocks/' }),
  },
  { name: 'vitepress-dev', project: 'vitepress', sections: [application, 'VitePress'], attempt: served('npx vitepress dev --port PORT') },
  {
    name: 'vitepress-build',
    project: 'vitepress',
    sections: [application, 'VitePress'],
    bundle: '.vitepress/dist',
    attempt: built('.vitepress/dist', { command: 'npx vitepress build' }),
  },
  {
    name: 'vitepress-blocks',
    project: 'vitepress',
    sections: [application, 'VitePress', 'VitePress with blocks that run'],
    attempt: withBlocks({ command: 'npx vitepress build', folder: '.vitepress/dist', page: 'blocks.md', path: '/blocks.html' }),
  },
  {
    name: 'astro-blocks',
    project: 'astro',
    sections: ['Astro'],
    attempt: withBlocks({ command: 'npx astro build', folder: 'dist', page: 'src/pages/blocks.md', path: '/blocks/' }),
  },
  {
    name: 'storybook-dev',
    project: 'storybook',
    sections: [application, 'Storybook'],
    attempt: served('npx storybook dev --ci --exact-port --port PORT', { path: story }),
  },
  {
    name: 'storybook-build',
    project: 'storybook',
    sections: [application, 'Storybook'],
    bundle: 'storybook-static',
    attempt: built('storybook-static', { command: 'npx storybook build', path: story }),
  },
  { name: 'vitest-node', project: 'vitest', sections: [application, 'Vitest'], attempt: vitest() },
  { name: 'vitest-jsdom', project: 'vitest', sections: [application, 'Vitest'], attempt: vitest('jsdom') },
  { name: 'vitest-jsdom-29', project: 'vitest-jsdom-29', sections: [application, 'Vitest'], attempt: vitest('jsdom') },
  { name: 'vitest-jsdom-26', project: 'vitest-jsdom-26', sections: [application, 'Vitest'], attempt: vitest('jsdom') },
  { name: 'vitest-happy-dom', project: 'vitest', sections: [application, 'Vitest'], attempt: vitest('happy-dom') },
  { name: 'vitest-browser', project: 'vitest', sections: [application, 'Vitest', 'Vitest in a browser'], attempt: vitest() },
  // Its own files: the application in CommonJS, and no Babel.
  { name: 'jest-commonjs', project: 'jest-commonjs', sections: ['Jest'], attempt: jest },
  { name: 'jest-babel', project: 'jest', sections: [application, 'Jest', 'Jest with Babel'], attempt: jest },
  { name: 'jest-jsdom', project: 'jest', sections: [application, 'Jest', 'Jest with Babel', 'Jest with jsdom'], attempt: jest },
  {
    name: 'jest-modules',
    project: 'jest',
    sections: [application, 'Jest', 'Jest with Babel', 'Jest with modules'],
    attempt: passes('node --experimental-vm-modules node_modules/jest/bin/jest.js', /Tests: +1 passed, 1 total/),
  },
  { name: 'node-test', project: 'node', sections: [application, "Node's test runner"], attempt: nodeTest },
  {
    name: 'node-lowest',
    project: 'node',
    sections: [application, "Node's test runner"],
    tools: { node: lowestVersion(engines.node) },
    attempt: nodeTest,
  },
  { name: 'node-newest', project: 'node', sections: [application, "Node's test runner"], tools: { node: 'latest' }, attempt: nodeTest },
  { name: 'playwright', project: 'playwright', sections: [application, 'Playwright'], attempt: passes('npx playwright test', /1 passed/) },
  // Their own files: the application is a back end.
  {
    name: 'express-playwright',
    project: 'express',
    sections: ['Express', 'Express under Playwright'],
    attempt: passes('npx playwright test', /1 passed/),
  },
  {
    name: 'express-vitest',
    project: 'express',
    sections: ['Express', 'Express under Vitest'],
    attempt: passes('npx vitest run', /Tests +1 passed/),
  },
  { name: 'db-client', project: 'db-client', sections: ['@eventstore/db-client'], attempt: nodeTest },
  { name: 'emmett', project: 'emmett', sections: ['Emmett'], attempt: nodeTest },
  {
    name: 'pnpm',
    project: 'pnpm',
    sections: [application, 'pnpm'],
    tools: { pnpm: '12.21.0' },
    attempt: served('pnpm vite preview --port PORT --strictPort', { build: 'NODE_ENV=development pnpm vite build --mode development' }),
  },
  {
    name: 'msw-2-node',
    project: 'msw-2',
    sections: [application, 'msw 2 beside'],
    attempt: async (place, port) => {
      await place.run('npx tsc')
      return await passes('node --test src/server.test.ts', /^(?:#|ℹ) pass 1$/m)(place, port)
    },
  },
  {
    name: 'msw-2-page',
    project: 'msw-2',
    sections: [application, 'msw 2 beside'],
    attempt: served('npx vite --port PORT --strictPort', shop),
  },
  {
    name: 'msw-3-page',
    project: 'msw-3',
    sections: [application, 'msw 3 beside'],
    attempt: served('npx vite --port PORT --strictPort', shop),
  },
  recipe('curl', ['curl'], 'sh orders.sh', /^passed$/m),
  recipe('python', ['python3'], 'python3 -m unittest -v orders', /^OK$/m),
  recipe('java', ['java'], 'java Orders.java', /^passed$/m),
  recipe('junit', ['javac', `${jars}/junit-platform-console.jar`], junit, /1 tests successful/),
  recipe('go', ['go'], 'go test -count=1 -v orders_test.go', /^--- PASS: TestPlacesAnOrder/m),
  recipe('php', ['php'], 'php orders.php', /^passed$/m),
  recipe('ruby', ['ruby'], 'ruby orders.rb', /1 runs, 2 assertions, 0 failures, 0 errors/),
  recipe('dotnet', ['dotnet'], 'dotnet test dotnet', /Passed: +1/),
  { name: 'control-openapi', project: 'control', sections: [], attempt: controlled(generated, /^passed$/m) },
  {
    name: 'published',
    project: 'published',
    sections: [],
    attempt: async ({ run, packed }) => {
      await run(`npx publint run --strict ${packed}`)
      // Node's `require` loads entries without a CommonJS build too; and no module imports the scripts for Jest.
      await run(`npx attw ${packed} --profile node16 --ignore-rules cjs-resolves-to-esm --exclude-entrypoints jest/jest-preset jest/setup`)
      return performance.now()
    },
  },
]
