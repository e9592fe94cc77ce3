import { expect, test } from 'vitest'
import { networkOf, plainAddress } from './network-address.ts'

test.each([
  ['2001:db8:1:2::1', '2001:db8:1:2:ffff::9'],
  ['2001:db8::1', '2001:db8::2'],
  ['2001:db8::a:b:c:d', '2001:0DB8:0:0:1:2:3:4'],
  ['fe80::1%eth0', 'fe80::2'],
  ['::ffff:198.51.100.7', '198.51.100.7'],
  ['::FFFF:198.51.100.7', '198.51.100.7'],
  ['::ffff:c633:6407', '198.51.100.7'],
  ['0:0:0:0:0:ffff:c633:6407', '198.51.100.7'],
  ['0:0:0:0:0:FFFF:198.51.100.7', '198.51.100.7'],
  ['64:ff9b::198.51.100.7', '64:ff9b::c633:6407'],
])('%s and %s belong to one subscriber', (one, other) => {
  expect(networkOf(one)).toBe(networkOf(other))
})

test.each([
  ['2001:db8:1:2::1', '2001:db8:1:3::1'],
  ['2001:db8::1', '2001:db8:0:1::1'],
  ['198.51.100.7', '198.51.100.8'],
  ['::ffff:198.51.100.7', '::ffff:198.51.100.8'],
  ['::ffff:c633:6407', '::ffff:c633:6408'],
  ['::ffff:0:c633:6407', '198.51.100.7'],
])('%s and %s belong to different subscribers', (one, other) => {
  expect(networkOf(one)).not.toBe(networkOf(other))
})

test.each([
  ['203.0.113.9', '203.0.113.9'],
  ['203.0.113.9:51234', '203.0.113.9'],
  ['"203.0.113.9:51234"', '203.0.113.9'],
  [' 203.0.113.9 ', '203.0.113.9'],
  ['[2001:db8::1]:443', '2001:db8::1'],
  ['[2001:DB8::1]', '2001:db8::1'],
  ['"[2001:db8::1%25eth0]:443"', '2001:db8::1'],
  ['2001:0db8:0000::0001', '2001:db8::1'],
  ['fe80::1%eth0', 'fe80::1'],
  ['::ffff:203.0.113.9', '203.0.113.9'],
  ['::FFFF:203.0.113.9', '203.0.113.9'],
  ['[::ffff:203.0.113.9]:443', '203.0.113.9'],
  ['::ffff:cb00:7109', '203.0.113.9'],
  ['0:0:0:0:0:ffff:203.0.113.9', '203.0.113.9'],
])('the address %s is %s', (text, address) => {
  expect(plainAddress(text)).toBe(address)
})

test.each(['', 'unknown', '_hidden', '203.0.113', '203.0.113.9:x', '[203.0.113.9', '203.0.113.999', 'shop.example'])(
  '%j is no address',
  (text) => {
    expect(plainAddress(text)).toBe('')
  },
)
