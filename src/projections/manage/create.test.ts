import { describe, expect, it } from 'vitest'
import { createStore } from '../../engine/store.ts'

it.each([
  ['%20', 500],
  ['+%09', 500],
  ['%C2%85', 500],
  ['%E3%80%80', 500],
  ['%EF%BB%BF', 201],
  ['%E2%80%8B', 201],
])('answers a name of %s with %d', async (name, status) => {
  const store = createStore({ security: 'insecure' })
  const init = { method: 'POST', headers: { 'Content-Type': 'text/plain' }, body: "fromStream('s')" }
  const response = await store.fetch(new Request(`http://store/projections/continuous?enabled=no&name=${name}`, init))
  expect(response.status).toBe(status)
  await store.close()
})

describe('a projection without a handler type', () => {
  const open = () => {
    const store = createStore({ security: 'insecure', systemProjections: false, requestTimeout: 0 })
    const ask = async (request: string, body?: string): Promise<[status: number, text: string]> => {
      const [method, path] = request.split(' ') as [string, string]
      const headers = body === undefined ? undefined : { 'Content-Type': 'text/plain' }
      const response = await store.fetch(new Request(`http://store${path}`, { method, headers, body }))
      return [response.status, await response.text()]
    }
    const listed = async (path: string) => {
      const { projections } = JSON.parse((await ask(`GET ${path}`))[1]) as { projections: { name: string }[] }
      return projections.map(({ name }) => name).filter((name) => !name.startsWith('$'))
    }
    return { store, ask, listed }
  }
  const refusal = "HandlerType (Parameter 'persistedState')"

  it.each(['transient', 'onetime', 'continuous'])('is refused as %s, and stays in creation', async (mode) => {
    const { store, ask, listed } = open()
    expect(await ask(`POST /projections/${mode}?name=y&type=`, 'fromAll()')).toEqual([500, refusal])
    expect(JSON.parse((await ask('GET /projection/y'))[1])).toMatchObject({
      status: 'Creating',
      mode: 'Transient',
      version: -1,
      epoch: -1,
      stateReason: null,
      position: '',
      progress: 0,
      lastCheckpoint: null,
    })
    expect(await listed('/projections/any')).toEqual(['y'])
    expect(await listed('/projections/transient')).toEqual(['y'])
    expect(await listed('/projections/all-non-transient')).toEqual([])
    expect(await ask('GET /projection/y/state')).toEqual([200, ''])
    expect(await ask('GET /projection/y/query')).toEqual([200, ''])
    for (const command of ['enable', 'disable', 'abort', 'reset']) expect((await ask(`POST /projection/y/command/${command}`))[0]).toBe(408)
    expect((await ask('PUT /projection/y/query', 'fromAll()'))[0]).toBe(408)
    await store.settled()
    expect((await ask('DELETE /projection/y'))[0]).toBe(200)
    expect((await ask('GET /projection/y'))[0]).toBe(404)
    expect((await ask(`POST /projections/${mode}?name=y`, 'fromAll()'))[0]).toBe(201)
    await store.close()
  })

  it('has its name taken, as a registered one or as one more key', async () => {
    const { store, ask } = open()
    await ask('POST /projections/transient?name=y&type=', 'fromAll()')
    await ask('POST /projections/continuous?name=z&type=', 'fromAll()')
    const sameKey = 'An item with the same key has already been added. Key: y'
    for (const type of ['', 'JS']) expect(await ask(`POST /projections/transient?name=y&type=${type}`, 'fromAll()')).toEqual([500, sameKey])
    expect(await ask('POST /projections/transient?name=z', 'fromAll()')).toEqual([409, 'Duplicate projection names : z'])
    await store.close()
  })

  it('is lost at a restart, unless it was registered', async () => {
    const { store, ask, listed } = open()
    await ask('POST /projections/transient?name=y&type=', 'fromAll()')
    await ask('POST /projections/continuous?name=z&type=', 'fromAll()')
    await ask('POST /projections/restart', '')
    expect(await listed('/projections/any')).toEqual(['z'])
    expect(JSON.parse((await ask('GET /projection/z'))[1])).toMatchObject({ status: 'Creating', mode: 'Transient' })
    await store.close()
  })

  it('is not created where emissions lack checkpoints', async () => {
    const { store, ask } = open()
    expect(await ask('POST /projections/onetime?name=y&emit=yes&type=', 'fromAll()')).toEqual([500, 'Emit requires checkpoints'])
    expect((await ask('GET /projection/y'))[0]).toBe(404)
    await store.close()
  })
})

it('the name of a transient projection is compared after emissions without checkpoints are refused', async () => {
  const store = createStore({ security: 'insecure', systemProjections: false })
  await store.ready()
  const post = async (mode: string, emit: boolean): Promise<[status: number, text: string]> => {
    const init = { method: 'POST', headers: { 'Content-Type': 'text/plain' }, body: "fromStream('s')" }
    const response = await store.fetch(new Request(`http://store/projections/${mode}?name=t&emit=${emit}&checkpoints=no`, init))
    return [response.status, mode === 'transient' ? '' : await response.text()]
  }
  expect(await post('transient', false)).toEqual([201, ''])
  expect(await post('onetime', true)).toEqual([500, 'Emit requires checkpoints'])
  expect(await post('onetime', true)).toEqual([409, 'Duplicate projection names : t'])
  await store.close()
})
