import { createHash } from 'node:crypto'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { makeTestFolder } from '#server/test/test-folder.ts'
import { isKnownPassword } from './known-passwords.ts'

const none = { BREACHED_PASSWORDS: undefined }

test('leaked passwords are found in any case, and so are common ones followed by a year, symbols, or themselves', async () => {
  for (const password of [
    '1qaz2wsx3edc',
    'PasswordPassword',
    'Sunshine2026!!',
    'qwertyuiop123',
    'iloveyouiloveyou',
    '!!!basketball1',
  ]) {
    expect([password, await isKnownPassword(none, password)]).toEqual([password, true])
  }
})

test('a few words together are accepted, even if each of them is known', async () => {
  for (const free of [
    'a lamp beside the sea',
    'correct-horse-battery',
    'basketball under water',
    'شاي بالنعناع للجميع',
  ]) {
    expect([free, await isKnownPassword(none, free)]).toEqual([free, false])
  }
})

test("every line of the operator's own list is found, and nothing between them", async () => {
  const passwords = Array.from({ length: 500 }, (_none, at) => `leaked elsewhere ${at}`)
  const lines = passwords
    .map((text) => createHash('sha1').update(text).digest('hex').toUpperCase())
    .toSorted()
    .map((hash, at) => `${hash}:${10 ** (at % 8)}`)
  for (const lineEnd of ['\n', '\r\n']) {
    const file = join(makeTestFolder(), 'breached.txt')
    writeFileSync(file, lines.join(lineEnd) + lineEnd)
    const config = { BREACHED_PASSWORDS: file }
    for (const password of passwords)
      expect([password, await isKnownPassword(config, password)]).toEqual([password, true])
    for (let at = 0; at < 100; at++) expect(await isKnownPassword(config, `never leaked ${at}`)).toBe(false)
  }
})

test('an unreadable list accepts no password', async () => {
  await expect(isKnownPassword({ BREACHED_PASSWORDS: '/nowhere/list.txt' }, 'a lamp beside the sea')).rejects.toThrow(
    'ENOENT',
  )
})
