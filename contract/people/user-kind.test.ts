import { expect, test } from 'vitest'
import { kindOf, userKinds, wireKinds } from './user-kind.ts'

test('R140: each kind of user has its own spelling on the wire and round-trips', () => {
  expect(userKinds).toHaveLength(7)
  expect(new Set(userKinds.map((kind) => JSON.stringify(wireKinds[kind]))).size).toBe(7)
  for (const kind of userKinds) expect(kindOf(wireKinds[kind])).toBe(kind)
  // R003: an owner is `userdownline`, and `user` is accepted as an owner too.
  expect(kindOf({ user_type: 'user', isSystemUser: false, isAccountExecutive: false })).toBe('agencyOwner')
})
