import { describe, expect, test } from 'vitest'
import { chooseHosts, complaints, lowestVersion } from './choose.ts'

describe('the choice of hosts', () => {
  const hosts = ['vite-dev', 'vite-build', 'vitest-node', 'pnpm'].map((name) => ({ name }))
  const names = (only?: string) => chooseHosts(hosts, only).map(({ name }) => name)

  test('defaults to all', () => expect(names()).toEqual(['vite-dev', 'vite-build', 'vitest-node', 'pnpm']))
  test('takes single names and whole families, in the order of the list', () => {
    expect(names('pnpm, vite-dev')).toEqual(['vite-dev', 'pnpm'])
    expect(names('vite')).toEqual(['vite-dev', 'vite-build'])
  })
  test('refuses a choice that fits none, and lists the hosts', () => {
    expect(() => names('vite,rollup')).toThrow('no host "rollup": choose from vite-dev, vite-build, vitest-node, pnpm')
  })
})

test('the lowest version of a range has three numbers', () => {
  expect(lowestVersion('>=22.13')).toBe('22.13.0')
  expect(lowestVersion('>= 22.13.1')).toBe('22.13.1')
  expect(() => lowestVersion('^22.13 || >=24')).toThrow('"^22.13 || >=24"')
})

describe('complaints about this package', () => {
  test('are recognised by the path, in the same line or shortly after', () => {
    const vite = '[plugin vite:resolve] Module "module" has been externalized, imported by "/a/node_modules/@jitl/x/index.mjs".'
    const esbuild = '▲ [WARNING] Something\n\n    node_modules/rillbox/dist/index.js:1:2:'
    expect(complaints(`fine\n${vite}\n${esbuild}\n`)).toEqual([vite, '▲ [WARNING] Something'])
  })
  test('are neither about other packages, nor listings of files', () => {
    expect(
      complaints('npm warn old node_modules/rillbox/\n(!) warning: large chunks\n\n\n\n\nnode_modules/rillbox/dist/index.js 12 kB\n'),
    ).toEqual([])
  })
})
