import assert from 'node:assert/strict'
import { test } from 'vitest'
import { freePlace, noPlaces, registeredIn, takePlace } from './registration.ts'

test('a new projection takes the place that was freed last, and the end where none is free', () => {
  let places = noPlaces
  const take = () => {
    const taken = takePlace(places)
    places = taken.places
    return taken.place
  }
  assert.deepEqual([take(), take(), take()], [0, 1, 2])
  places = freePlace(places, 0)
  places = freePlace(places, 2)
  assert.deepEqual([take(), take(), take()], [2, 0, 3])
})

const created = (name: string, number: number) => ({ type: '$ProjectionCreated', data: new TextEncoder().encode(name), number })
const deleted = (name: string, number: number) => ({ type: '$ProjectionDeleted', data: new TextEncoder().encode(name), number })

test('after a restart the remaining ones close ranks, and no place is free', () => {
  const { registered, places } = registeredIn([
    created('a', 1),
    created('b', 2),
    created('c', 3),
    deleted('b', 4),
    deleted('a', 5),
    created('d', 6),
  ])
  assert.deepEqual(registered, [
    { name: 'd', id: 6, place: 0 },
    { name: 'c', id: 3, place: 1 },
  ])
  assert.deepEqual(places, { count: 2, free: [] })
})

test('the later of two registrations counts', () => {
  const { registered } = registeredIn([created('a', 1), created('b', 2), created('a', 3)])
  assert.deepEqual(registered, [
    { name: 'a', id: 3, place: 0 },
    { name: 'b', id: 2, place: 1 },
  ])
})
