import { describe, expect, it } from 'vitest'
import { cleanAddress, cutAddress } from './page-address.ts'

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
    ['https://jo:secret@shop.example/p?q', 'https://shop.example/p'],
  ])('turns %s into %s', (sent, kept) => {
    expect(cleanAddress(sent)).toBe(kept)
  })
})

describe('cutting a page URL', () => {
  const page = 'https://shop.example/'
  it.each([
    ['%C3%A4', 5, ''],
    ['%C3%A4', 4, ''],
    ['%C3%A4', 3, ''],
    ['%C3%A4', 1, ''],
    ['%C3%A4', 6, '%C3%A4'],
    ['%F0%9F%8C%B1', 11, ''],
    ['%C3%A4%e2%82%ac', 12, '%C3%A4'],
    ['a%20b', 3, 'a'],
    ['a%20b', 4, 'a%20'],
    ['%E4%F6', 6, '%E4%F6'],
    ['100%', 9, '100%'],
  ])('keeps of %s in %i characters %j', (path, length, kept) => {
    expect(cutAddress(page + path, page.length + length)).toBe(page + kept)
  })
})
