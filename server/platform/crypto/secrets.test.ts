import { expect, test } from 'vitest'
import { createSecrets, OtherMasterKey } from './secrets.ts'

const secrets = createSecrets(Buffer.alloc(32, 7))
const otherSecrets = createSecrets(Buffer.alloc(32, 8))

test('a sealed value names its master key without revealing it, and opens in its own place only', () => {
  const sealedText = secrets.seal('a secret', 'table.column.row')
  expect(sealedText).toMatch(new RegExp(`^v2\\.${secrets.keyId}\\.[A-Za-z0-9_-]+$`))
  expect(secrets.keyId).toMatch(/^[0-9a-f]{12}$/)
  expect(otherSecrets.keyId).not.toBe(secrets.keyId)
  expect(createSecrets(Buffer.alloc(32, 7)).open(sealedText, 'table.column.row')).toBe('a secret')
  expect(() => secrets.open(sealedText, 'table.column.another-row')).toThrow()
  expect(() => otherSecrets.open(sealedText, 'table.column.row')).toThrow(new OtherMasterKey(secrets.keyId))
})

test('a value that was sealed before keys had ids still opens', () => {
  const oldText = 'v1.-ZDiSqUrKeGjDzTajJd-9yDN9gXKtfKYIKy7xrCIkRA2lQ85upJiajQ'
  expect(secrets.open(oldText, 'table.column.row')).toBe('an old secret')
  expect(() => otherSecrets.open(oldText, 'table.column.row')).toThrow()
})

test.each(['', 'v1', 'v2', 'v1.', 'v2.abc', 'v2..abc', 'v3.a.b', 'plain'])('%j is no sealed value', (text) => {
  expect(() => secrets.open(text, 'table.column.row')).toThrow('unknown format of a sealed value')
})

test('a ring seals and hashes with its first key, and opens what any of its keys sealed', () => {
  const ring = createSecrets(Buffer.alloc(32, 8), Buffer.alloc(32, 7))
  expect(ring.keyIds).toEqual([otherSecrets.keyId, secrets.keyId])
  expect(ring.open(secrets.seal('old', 'here'), 'here')).toBe('old')
  expect(ring.open('v1.-ZDiSqUrKeGjDzTajJd-9yDN9gXKtfKYIKy7xrCIkRA2lQ85upJiajQ', 'table.column.row')).toBe(
    'an old secret',
  )
  expect(otherSecrets.open(ring.seal('new', 'here'), 'here')).toBe('new')
  expect(ring.keyedHash('text')).toEqual(otherSecrets.keyedHash('text'))
  expect(ring.keyedHashes('text')).toEqual([otherSecrets.keyedHash('text'), secrets.keyedHash('text')])
  expect(() => ring.open(createSecrets(Buffer.alloc(32, 9)).seal('x', 'here'), 'here')).toThrow(OtherMasterKey)
})
