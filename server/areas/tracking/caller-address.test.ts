import type { IncomingMessage } from 'node:http'
import { expect, test } from 'vitest'
import { callerAddress, countedAddress } from './caller-address.ts'

const requestOf = (remoteAddress: string, forwarded?: string): IncomingMessage =>
  ({ socket: { remoteAddress }, headers: { ...(forwarded && { 'x-forwarded-for': forwarded }) } }) as IncomingMessage

test('limits count every visitor whom a proxy forwarded, whoever they claim to be', () => {
  expect(countedAddress(requestOf('127.0.0.1', '198.51.100.1'), 1)).toBe('198.51.100.1')
  for (const header of ['127.0.0.1', '::1', '127.9.9.9', '::ffff:127.0.0.1'])
    expect([header, countedAddress(requestOf('10.0.0.2', header), 1)]).toEqual([header, '0.0.0.0'])
})

test('requests of this machine itself stay exempt', () => {
  expect(countedAddress(requestOf('127.0.0.1'), 1)).toBe('127.0.0.1')
  expect(countedAddress(requestOf('127.0.0.1', '198.51.100.1'), 0)).toBe('127.0.0.1')
})

test.each([
  ['203.0.113.9', 1, '203.0.113.9'],
  ['203.0.113.9:51234', 1, '203.0.113.9'],
  ['[2001:db8::1]:443', 1, '2001:db8::1'],
  ['"203.0.113.9"', 1, '203.0.113.9'],
  ['::ffff:203.0.113.9', 1, '203.0.113.9'],
  ['6.6.6.6, 203.0.113.9:1', 1, '203.0.113.9'],
  ['6.6.6.6:80, 203.0.113.9', 2, '6.6.6.6'],
  ['203.0.113.9 ', 2, '203.0.113.9'],
  ['unknown', 1, ''],
  ['', 1, '10.0.0.1'],
  ['203.0.113.9', 0, '10.0.0.1'],
])('a caller forwarded as %j by %i proxies is %j', (forwarded, proxies, address) => {
  const request = { headers: { 'x-forwarded-for': forwarded }, socket: { remoteAddress: '::ffff:10.0.0.1' } }
  expect(callerAddress(request as unknown as IncomingMessage, proxies)).toBe(address)
})
