import { expect, test } from 'vitest'
import { mailServerFields } from '../mails/mail-server.ts'
import { pageRuleFrom } from '../campaigns/page-rules.ts'
import { domainFrom } from '../campaigns/module-fields/b2b.ts'
import { hostOfUrl, isOriginOf, pathOfPage, plainHost, plainServer, readAuthority } from './hosts.ts'

test.each([
  ['Shop.Example', 'shop.example'],
  ['shop.example.', 'shop.example'],
  ['bücher.example', 'xn--bcher-kva.example'],
  ['BÜCHER.example.', 'xn--bcher-kva.example'],
  ['shop。example', 'shop.example'],
  ['my_shop.example', 'my_shop.example'],
  ['localhost', 'localhost'],
  ['192.0.2.1', '192.0.2.1'],
  ['[2001:DB8:0:0::1]', '[2001:db8::1]'],
])('the host %s is %s', (text, host) => {
  expect(plainHost(text)).toBe(host)
  expect(hostOfUrl(`https://${text}/p`)).toBe(host)
  expect(hostOfUrl(`HTTPS://${text}:8443`)).toBe(host)
  expect(readAuthority(text)).toEqual({ host, port: '' })
  expect(readAuthority(`${text}:8443`)).toEqual({ host, port: '8443' })
})

test.each([
  '',
  '.',
  'a b',
  'shop.example/p',
  'shop.example@evil.example',
  '[::1',
  '::1',
  'shop.example:x',
  'a%2eb',
  'a..b..',
])('%j names no host', (text) => {
  expect(readAuthority(text)).toBeNull()
})

test('what stands before an @ is no host', () => {
  expect(hostOfUrl('https://shop.example@evil.example/')).toBe('evil.example')
  expect(hostOfUrl('https://user:pass@shop.example:443/p?q')).toBe('shop.example')
  expect(hostOfUrl('https://evil.example\\@shop.example/')).toBe('evil.example')
})

test.each([
  '',
  'null',
  'shop.example',
  'ftp://shop.example/',
  'https://',
  'https:///p',
  'https://a b/',
  'javascript:x',
])('%j is no web page', (text) => {
  expect(hostOfUrl(text)).toBeNull()
})

test.each([
  ['https://acme.localhost', 'acme.localhost:443'],
  ['https://acme.localhost', 'ACME.localhost.'],
  ['https://acme.localhost.', 'acme.localhost'],
  ['https://acme.localhost:443', 'acme.localhost'],
  ['http://acme.localhost', 'acme.localhost:80'],
  ['http://acme.localhost:8080', 'acme.localhost:8080'],
  ['http://[::1]:8080', '[0:0::1]:8080'],
])('the origin %s is the host %s', (origin, host) => {
  expect(isOriginOf(origin, host)).toBe(true)
})

test.each([
  ['null', 'acme.localhost'],
  ['http://acme.localhost:443', 'acme.localhost'],
  ['https://acme.localhost:8443', 'acme.localhost:443'],
  ['http://acme.localhost:1', 'acme.localhost'],
  ['https://acme.localhost.evil.test', 'acme.localhost'],
  ['https://acme.localhost@evil.test', 'acme.localhost'],
  ['ftp://acme.localhost', 'acme.localhost'],
  ['https://acme.localhost', undefined],
])('the origin %s is not the host %s', (origin, host) => {
  expect(isOriginOf(origin, host)).toBe(false)
})

test.each([
  ['SMTP.Shop.Example.', 'smtp.shop.example'],
  ['Bücher.example', 'xn--bcher-kva.example'],
  ['[2001:DB8::1]', '2001:db8::1'],
  ['2001:db8:0::1', '2001:db8::1'],
  ['0x7f.1', '127.0.0.1'],
  ['shop.example:25', null],
  ['a b', null],
])('the server %s is %s', (text, server) => {
  expect(plainServer(text)).toBe(server)
  expect(mailServerFields.host.safeParse(text).data ?? null).toBe(server)
})

test.each([
  ['https://user@Shop.Example:8443/A/b?c#d', '/A/b'],
  ['https://shop.example', '/'],
  ['https://shop.example?x', '/'],
  ['http://[::1]:80/p', '/p'],
])('the path of %s is %s', (text, path) => {
  expect(pathOfPage(text)).toBe(path)
})

test('rules of pages and domains of companies name hosts in the same way', () => {
  expect(pageRuleFrom('*.Bücher.example./x')).toEqual({ host: '*.xn--bcher-kva.example', path: '/x' })
  expect(pageRuleFrom('my_shop.example/x')).toEqual({ host: 'my_shop.example', path: '/x' })
  for (const text of ['www.Acme.com', ' ACME.com. ']) expect(domainFrom(text)).toBe('acme.com')
  for (const [text, domain] of [
    ['bücher.example', 'xn--bcher-kva.example'],
    ['пример.рф', 'xn--e1afmkfd.xn--p1ai'],
  ] as const)
    expect(domainFrom(text)).toBe(domain)
  for (const text of ['acme', '192.0.2.1', 'a.b-']) expect(domainFrom(text)).toBeNull()
})
