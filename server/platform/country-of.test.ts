import { expect, test } from 'vitest'
import { openCountries } from './country-of.ts'

const countryOf = await openCountries()

test.each([
  ['8.8.8.8', 'US'],
  ['193.0.6.139', 'NL'],
  ['::ffff:193.0.6.139', 'NL'],
  ['2001:67c:2e8:22::c100:68b', 'NL'],
  ['133.11.0.1', 'JP'],
])('%s is an address in %s', (address, country) => expect(countryOf(address)).toBe(country))

test.each([
  '127.0.0.1',
  '::1',
  '10.1.2.3',
  '192.168.0.7',
  '172.16.0.1',
  'fe80::1%eth0',
  'fd00::1',
  '203.0.113.9',
  '',
  'x',
])('%j has no known country', (address) => expect(countryOf(address)).toBe(''))
