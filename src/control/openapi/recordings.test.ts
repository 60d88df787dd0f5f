import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { Ajv2020 } from 'ajv/dist/2020.js'
import { beforeAll, describe, expect, test } from 'vitest'
import type { RecordedStep, Recording } from '../../cli/recordings/recording.ts'
import { routeTable } from '../../http/routes.ts'
import { servicesWithDefaults } from '../../http/services.fixture.ts'
import { chooseRoute, createRouter } from '../../http/pipeline/request/router.ts'
import { controlRoutes } from '../routes.ts'
import { apiDocument } from './document.ts'
import { serverAnswers } from './server-answers.ts'

const folder = join(import.meta.dirname, '../../../e2e/conformance')
const routes = routeTable(servicesWithDefaults())
const router = createRouter(routes)
const document = apiDocument(routes, controlRoutes, 'http://localhost:2113')

const recorded = ['scenarios', 'scenarios-26'].flatMap((of) =>
  readdirSync(join(folder, of)).flatMap((file) => {
    const read = JSON.parse(readFileSync(join(folder, of, file), 'utf8')) as Recording[] | Recording
    return [read].flat().flatMap(({ name, steps }) => steps.map((step) => ({ name, step })))
  }),
)

interface Answered {
  readonly name: string
  readonly path: string
  readonly method: string
  readonly status: number
  readonly type: string
  readonly body: unknown
}

/** Steps whose path is written out, and belongs to a route; others follow a link that an answer had. */
function answered({
  name,
  step: { request, expect: answer },
}: {
  readonly name: string
  readonly step: RecordedStep
}): readonly Answered[] {
  const { method = 'GET', path } = request
  if (!path.startsWith('/')) return []
  // As it is sent: without the dots that URLs take for directions.
  const match = chooseRoute(router.match(new URL(`http://server${path}`).pathname), method)
  if (!match || typeof answer['status'] !== 'number') return []
  const headers = (answer['headers'] ?? {}) as Record<string, string>
  const type = (headers['content-type'] ?? '').split(';')[0]!.trim()
  return [{ name, method, path: match.route.path.replaceAll('{*', '{'), status: answer['status'], type, body: answer['body'] }]
}

const steps = recorded.flatMap(answered)
const operationOf = ({ path, method }: Answered) => document.paths[path]![method.toLowerCase()]!

test('the recordings are read: most steps belong to a route', () => {
  expect(steps.length).toBeGreaterThan(recorded.length * 0.8)
})

test('every recorded status is listed', () => {
  const missing = steps.filter((step) => !(String(step.status) in operationOf(step).responses))
  expect([...new Set(missing.map(({ method, path, status }) => `${method} ${path} ${status}`))]).toEqual([])
})

describe('every recorded body in JSON', () => {
  const ajv = new Ajv2020({ strict: false, allErrors: false })
  let bodies: readonly Answered[] = []
  beforeAll(() => {
    ajv.addSchema({ $id: 'api', components: document.components })
    // A body that the recording keeps as text is none that JSON has, such as a state with NaN.
    bodies = steps.filter(({ type, body }) => type.endsWith('json') && typeof body === 'object' && body !== null)
  })

  test('fits the closed schema of its route, status and type', { timeout: 60_000 }, () => {
    expect(bodies.length).toBeGreaterThan(20_000)
    const wrong = new Map<string, string>()
    const validators = new Map<string, ReturnType<typeof ajv.compile>>()
    for (const step of bodies) {
      const { method, path, status, type, body, name } = step
      const key = `${method} ${path} ${status} ${type}`
      const schema = operationOf(step).responses[String(status)]?.content?.[type]?.schema
      if (!schema) wrong.set(key, `no schema (${name})`)
      else {
        const absolute = JSON.parse(JSON.stringify(schema).replaceAll('"#/', '"api#/')) as object
        const validate = validators.get(key) ?? ajv.compile(absolute)
        validators.set(key, validate)
        if (!validate(body)) wrong.set(key, `${ajv.errorsText(validate.errors)} (${name})`)
      }
    }
    expect(Object.fromEntries(wrong)).toEqual({})
  })

  test('would not fit with one member more', () => {
    const validate = ajv.getSchema('api#/components/schemas/Feed')!
    const feed = bodies.find(({ path, type }) => path === '/streams/{stream}' && type.endsWith('atom+json'))!.body as object
    expect([validate(feed), validate({ ...feed, more: 1 })]).toEqual([true, false])
  })
})

describe('the document', () => {
  test('has one name for each operation, and all its references lead somewhere', () => {
    const operations = Object.values(document.paths).flatMap((path) => Object.values(path))
    const ids = operations.map(({ operationId }) => operationId)
    expect(ids.filter((id, index) => ids.indexOf(id) !== index)).toEqual([])
    const names = [...JSON.stringify(document).matchAll(/"#\/components\/schemas\/(\w+)"/g)].map(([, name]) => name!)
    expect(names.filter((name) => !(name in document.components.schemas))).toEqual([])
  })

  test('has a line for every route of the server, and no other', () => {
    const described = new Set(routes.map(({ method, path }) => `${method} ${path}`))
    expect(Object.keys(serverAnswers).filter((key) => !described.has(key))).toEqual([])
    expect([...described].filter((key) => !(key in serverAnswers))).toEqual([])
  })
})
