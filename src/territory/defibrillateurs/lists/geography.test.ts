import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from '../../../../test/fast-check.ts'
import { chordOf, cubeAround, cubeAt, cubeOver, metresOf } from './geography.ts'

const numbers = (cube: string) => cube.replaceAll(/[()]/g, '').split(',').map(Number)
const latitude = fc.oneof(fc.double({ min: -90, max: 90, noNaN: true }), fc.constantFrom(-90, 0, 90))
const longitude = fc.oneof(
  fc.double({ min: -180, max: 180, noNaN: true }),
  fc.constantFrom(-180, -90, 0, 90, 180),
)
const share = fc.double({ min: 0, max: 1, noNaN: true })
const inside = (cube: readonly number[], point: readonly number[]) =>
  point.every((at, axis) => (cube[axis] ?? 9) <= at && at <= (cube[axis + 3] ?? -9))

test('every point of a box lies in the cube that the index is asked for', () =>
  fc.assert(
    fc.property(latitude, latitude, longitude, longitude, share, share, (a, b, c, d, up, along) => {
      const [south, north] = [Math.min(a, b), Math.max(a, b)]
      const [west, east] = [Math.min(c, d), Math.max(c, d)]
      const point = {
        latitude: Math.min(north, south + (north - south) * up),
        longitude: Math.min(east, west + (east - west) * along),
      }
      assert.ok(inside(numbers(cubeOver({ west, south, east, north })), numbers(cubeAt(point))))
    }),
    { numRuns: 2000 },
  ))

test('the cube over a town does not hold the country', () => {
  const [x1 = 0, y1 = 0, z1 = 0, x2 = 9, y2 = 9, z2 = 9] = numbers(
    cubeOver({ west: 2.2, south: 48.8, east: 2.4, north: 48.9 }),
  )
  for (const side of [x2 - x1, y2 - y1, z2 - z1]) assert.ok(side < 0.005, `${side}`)
})

test('a distance and the line through the earth are two ways to say one thing', () => {
  for (const metres of [0, 1, 2, 10, 999, 5_000, 50_000, 1_000_000, 20_015_000])
    assert.equal(metresOf(chordOf(metres)), metres)
})

test('the index condition (a cube) includes points exactly at the radius', () =>
  fc.assert(
    fc.property(latitude, longitude, fc.integer({ min: 1, max: 50_000 }), (lat, lng, radius) => {
      const cube = numbers(cubeAround({ latitude: lat, longitude: lng }, chordOf(radius)))
      const north = {
        latitude: Math.min(90, lat + (radius / 6_371_008.8) * (180 / Math.PI) * 0.999999),
        longitude: lng,
      }
      assert.ok(inside(cube, numbers(cubeAt(north))))
    }),
  ))
