import { describe, expect, it } from 'vitest'
import { cleanAddress, hostOf } from './page-address.ts'

describe('the host of a page URL', () => {
  it.each([
    ['https://Shop.Example:8443/p?q#r', 'shop.example'],
    ['http://localhost', 'localhost'],
    ['http://my_shop.example?x', 'my_shop.example'],
    ['https://[2001:db8::1]:80/', '[2001:db8::1]'],
  ])('%s is %s', (address, host) => {
    expect(hostOf(address)).toBe(host)
  })

  it.each([
    '',
    'null',
    'shop.example',
    'ftp://shop.example/',
    'https://',
    'https://shop.example@evil.example/',
    'https://a b/',
  ])('%j is none', (address) => {
    expect(hostOf(address)).toBeNull()
  })
})

describe('storing a page URL', () => {
  it.each([
    ['https://shop.example/p/1', 'https://shop.example/p/1'],
    ['https://shop.example/p?utm_source=mail&gclid=1', 'https://shop.example/p?utm_source=mail&gclid=1'],
    ['https://shop.example/p?email=jo@mail.example', 'https://shop.example/p'],
    ['https://shop.example/p?a=1&utm_source=mail&b=2', 'https://shop.example/p?utm_source=mail'],
    ['https://shop.example/p?utm_source', 'https://shop.example/p'],
    ['https://shop.example/p?token=x#section', 'https://shop.example/p'],
    ['https://shop.example/#/cart?token=x', 'https://shop.example/#/cart'],
    ['https://shop.example/#', 'https://shop.example/'],
    ['https://shop.example/u/jo@mail.example/x?utm_term=jo%40mail.example', 'https://shop.example/u/*/x?utm_term=*'],
    ['https://shop.example/@shop', 'https://shop.example/@shop'],
  ])('turns %s into %s', (sent, kept) => {
    expect(cleanAddress(sent)).toBe(kept)
  })
})
