import { describe, expect, test } from 'vitest'
import { controlRoutes, findRoute } from './routes.ts'
import { controlSchemas } from './schemas.ts'
import type { Schema } from './schema.ts'

const found = (method: string, path: string, of: 'server' | 'store' = 'server') => {
  const outcome = findRoute(method, path, of)
  return outcome.kind === 'found' ? `${outcome.route.method} ${outcome.route.path} ${JSON.stringify(outcome.params)}` : outcome
}

describe('the route of a request', () => {
  test.each([
    ['GET', '/clock', 'GET /clock {}'],
    ['HEAD', '/clock', 'GET /clock {}'],
    ['DELETE', '/faults/3', 'DELETE /faults/{id} {"id":"3"}'],
    ['PUT', '/faults/offline', 'PUT /faults/offline {}'],
    ['GET', '/projections/a%2Fb/explanation', 'GET /projections/{name}/explanation {"name":"a/b"}'],
  ])('%s %s is %s', (method, path, route) => expect(found(method, path)).toBe(route))

  test('has the methods that the path knows', () => {
    expect(found('PATCH', '/faults')).toEqual({ kind: 'wrong-method', allowed: ['GET', 'POST', 'DELETE'] })
  })
  test.each(['/clock/', '/nothing', '/stores/%', '/stores/'])('%s is none', (path) => expect(found('GET', path)).toEqual({ kind: 'none' }))
  test('of the whole server is none of one store', () => expect(found('GET', '/stores', 'store')).toEqual({ kind: 'none' }))
})

test('every line has its own method and path, and every reference leads to a schema', () => {
  const lines = controlRoutes.map(({ method, path }) => `${method} ${path}`)
  expect(new Set(lines).size).toBe(lines.length)
  const names = controlRoutes.flatMap((route) => [
    ...referencesIn(route.body),
    ...Object.values(route.answers).flatMap(({ schema }) => referencesIn(schema)),
  ])
  expect(names).not.toEqual([])
  for (const name of [...names, ...Object.values(controlSchemas).flatMap(referencesIn)]) expect(controlSchemas).toHaveProperty(name)
})

const referencesIn = (schema: Schema | undefined): readonly string[] =>
  [...JSON.stringify(schema ?? {}).matchAll(/"#\/components\/schemas\/(\w+)"/g)].map(([, name]) => name!)
