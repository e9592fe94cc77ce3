import { expect, test } from 'vitest'
import { breaksConstraint } from './constraints.ts'

test.each([
  ['its name', { constraint: 'coupon_use_pkey' }, true],
  ['its name on a shard of a distributed table', { constraint: 'coupon_use_pkey_102008' }, true],
  ['another name with the same prefix', { constraint: 'coupon_use_pkey_once' }, false],
  ['another', { constraint: 'coupon_pkey' }, false],
  ['no constraint', new Error('gone'), false],
  ['nothing', null, false],
])('a constraint is recognized by %s', (_what, error, expected) => {
  expect(breaksConstraint(error, 'coupon_use_pkey')).toBe(expected)
})
