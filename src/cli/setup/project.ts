// Finds the tools that an application is made with: its bundler, its entry, its tests, its package manager.

import { Failure } from '../failure.ts'

export interface ProjectFiles {
  /** @returns undefined if there is no such file. */
  readonly read: (path: string) => string | undefined
  /** Whether there is a file or folder. */
  readonly has: (path: string) => boolean
}

export interface Project {
  /** `npm i -D`, or its counterpart of the application's own package manager. */
  readonly install: string
  /** How its package manager runs a command of a package. */
  readonly execute: string
  /** The application that a page loads; undefined if there is none that this command knows. */
  readonly page: PageProject | undefined
  readonly hasStorybook: boolean
  readonly hasPlaywright: boolean
  readonly hasVitest: boolean
}

export interface PageProject {
  readonly kind: 'vite' | 'sveltekit' | 'next' | 'nuxt'
  /** Where the server finds public files; undefined where the configuration says something that only code can tell. */
  readonly publicFolder: string | undefined
  /** Where a module of its own belongs; undefined where the module would have no place. */
  readonly folder: string | undefined
  /** The first script of the page, which can import another one. */
  readonly entry: string | undefined
  readonly isTyped: boolean
  /** Whether public files may lie below a path of the server. */
  readonly hasBase: boolean
}

const configurations = ['ts', 'mts', 'js', 'mjs', 'cts', 'cjs']

/** @throws Failure where `package.json` is no JSON. */
export function findProject(files: ProjectFiles): Project {
  const manifest = readManifest(files.read('package.json') ?? '{}')
  const uses = (name: string): boolean => manifest.dependencies?.[name] !== undefined || manifest.devDependencies?.[name] !== undefined
  const hasConfiguration = (name: string): boolean => configurations.some((extension) => files.has(`${name}.config.${extension}`))
  const isOf = (framework: string): boolean => uses(framework) || hasConfiguration(framework)
  const pageOf = (): PageProject | undefined => {
    if (isOf('next')) return nextPage(files)
    if (isOf('nuxt')) return nuxtPage(files)
    if (uses('@sveltejs/kit')) return sveltekitPage(files)
    return isOf('vite') ? vitePage(files) : undefined
  }
  return {
    ...managerOf(files, manifest),
    page: pageOf(),
    hasStorybook: uses('storybook') || files.has('.storybook'),
    hasPlaywright: uses('@playwright/test') || hasConfiguration('playwright'),
    hasVitest: isOf('vitest'),
  }
}

interface Manifest {
  readonly dependencies?: Readonly<Record<string, string>>
  readonly devDependencies?: Readonly<Record<string, string>>
  readonly packageManager?: string
}

function readManifest(text: string): Manifest {
  try {
    // npm takes a byte order mark too.
    return { ...(JSON.parse(text.replace(/^\ufeff/, '')) as Manifest | null) }
  } catch (error) {
    throw new Failure(`package.json: not JSON (${(error as Error).message.replace(/\s+/g, ' ')}).`)
  }
}

const managers = [
  { name: 'pnpm', lock: 'pnpm-lock.yaml', install: 'pnpm add -D', execute: 'pnpm' },
  { name: 'yarn', lock: 'yarn.lock', install: 'yarn add -D', execute: 'yarn' },
  { name: 'bun', lock: 'bun.lock', install: 'bun add -d', execute: 'bunx' },
] as const
const npm = { install: 'npm i -D', execute: 'npx' } as const

function managerOf(files: ProjectFiles, { packageManager }: Manifest): Pick<Project, 'install' | 'execute'> {
  const named = managers.find(({ name }) => packageManager?.startsWith(`${name}@`))
  const { install, execute } = named ?? managers.find(({ lock }) => files.has(lock)) ?? npm
  return { install, execute }
}

function vitePage(files: ProjectFiles): PageProject {
  const configuration = configurations.map((extension) => files.read(`vite.config.${extension}`)).find((text) => text !== undefined) ?? ''
  const entry = entryOf(files.read('index.html') ?? '')
  const found = entry !== undefined && files.has(entry) ? entry : undefined
  return {
    kind: 'vite',
    publicFolder: publicFolderOf(configuration),
    folder: found === undefined ? undefined : found.split('/').slice(0, -1).join('/'),
    entry: found,
    isTyped: found !== undefined && /\.[cm]?tsx?$/.test(found),
    hasBase: /\bbase\s*:/.test(configuration),
  }
}

const sveltekitPage = (files: ProjectFiles): PageProject => ({
  kind: 'sveltekit',
  publicFolder: 'static',
  folder: 'src',
  entry: undefined,
  isTyped: files.has('src/hooks.client.ts') || (files.has('tsconfig.json') && !files.has('src/hooks.client.js')),
  hasBase: false,
})

function publicFolderOf(configuration: string): string | undefined {
  if (!/\bpublicDir\b/.test(configuration)) return 'public'
  return /\bpublicDir\s*:\s*['"]([^'"]+)['"]/.exec(configuration)?.[1]
}

/** The first module script of a page, as a path from the root of the application. */
function entryOf(html: string): string | undefined {
  const scripts = [...html.matchAll(/<script\b[^>]*>/g)].map(([tag]) => tag).filter((tag) => /\btype\s*=\s*["']?module\b/.test(tag))
  const sources = scripts.map((tag) => /\bsrc\s*=\s*["']?([^"'\s>]+)/.exec(tag)?.[1])
  return sources.find((source) => source !== undefined && !source.includes(':'))?.replace(/^\.?\//, '')
}

const nuxtPage = (files: ProjectFiles): PageProject => ({
  kind: 'nuxt',
  publicFolder: 'public',
  // Since Nuxt 4 the sources are in `app`.
  folder: files.has('app') ? 'app/plugins' : 'plugins',
  entry: undefined,
  isTyped: files.has('tsconfig.json'),
  hasBase: false,
})

function nextPage(files: ProjectFiles): PageProject {
  const folder = ['src/app', 'app', 'src', 'pages'].find((each) => files.has(each))
  return {
    kind: 'next',
    publicFolder: 'public',
    folder: folder === 'pages' ? '' : folder,
    entry: undefined,
    isTyped: files.has('tsconfig.json'),
    hasBase: false,
  }
}
