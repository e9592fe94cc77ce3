import { expect, test } from 'vitest'
import { ageBands } from '../audiences/definition.ts'
import { saysMinor } from './minors.ts'

test.each(['13-17', '0 – 17', '10 to 15', 'Under 18', '<18', '17', 'teen', 'Minors'])('%s is under 18', (age) =>
  expect(saysMinor(age)).toBe(true),
)

test.each(['', '18-24', '15-19', '18', '18+', '65+', 'under 25', '3', 'adult', 'Known age_band'])(
  '%s is not known to be under 18',
  (age) => expect(saysMinor(age)).toBe(false),
)

test('no age that audiences offer is under 18', () => {
  expect(ageBands.filter((band) => saysMinor(band) || Number.parseInt(band, 10) < 18)).toEqual([])
})
