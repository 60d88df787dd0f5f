import assert from 'node:assert/strict'
import { test } from 'vitest'
import { freePlace, noPlaces, takePlace } from './registration.ts'

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
