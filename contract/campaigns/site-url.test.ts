import { expect, test } from 'vitest'
import { completeSiteUrl, siteUrl } from './site-url.ts'

test.each([
  ['acme.com', 'https://acme.com'],
  [' www.acme.com/shop?a=1 ', 'https://www.acme.com/shop?a=1'],
  ['acme.com:8080/x', 'https://acme.com:8080/x'],
  ['http://acme.com', 'http://acme.com'],
  ['https://acme.com', 'https://acme.com'],
  ['', ''],
])('a site typed as "%s" is stored as "%s"', (typed, stored) => {
  expect(siteUrl.parse(typed)).toBe(stored)
})

test.each([
  'acme',
  'javascript:alert(1)',
  'mailto:ann@acme.com',
  'ann@acme.com',
  'acme .com',
  'ftp://acme.com',
  '//acme.com',
])('"%s" is no site, and stays as typed', (typed) => {
  expect(completeSiteUrl(typed)).toBe(typed)
  expect(siteUrl.safeParse(typed).success).toBe(false)
})
