import { expect, test } from 'vitest'
import { createCustomer } from '../payments/cards.ts'

test('a blank coupon counts as omitted when a card is stored', () => {
  const codeOf = (coupon_code?: string): unknown =>
    createCustomer.body!.safeParse({ tokenid: 'tok_12345678', cardholder: 'Dana', coupon_code }).data?.coupon_code
  expect([codeOf(), codeOf(''), codeOf('   '), codeOf(' spring ')]).toEqual([undefined, undefined, undefined, 'SPRING'])
})
