import { hash } from 'node:crypto'
import fc from 'fast-check'
import { describe, expect, it, test } from 'vitest'
import { readEmailAddress } from './email-address.ts'

describe('a mail address', () => {
  test.each([
    'zw@example.com\u200B',
    '\uFEFFzw@example.com',
    'z\u00ADw@exam\u200Dple.com',
    '\u202Azw@example.com\u202C',
    "'zw@example.com'",
    "'zw@example.com",
    '"zw@example.com"',
    '“zw@example.com”',
    '«zw@example.com»',
    '`zw@example.com`',
    '\u00A0zw@example.com\u202F',
    '\tZW@Example.COM\r\n',
    'mailto:zw@example.com',
    'MAILTO:zw%40example.com?subject=Hi',
    '<mailto:zw@example.com>',
    '<zw@example.com>',
    'Zoë Weber <zw@example.com>',
    '"Weber, Zoë" <zw@example.com>,',
    "'zw@example.com' <'zw@example.com'>;",
    '[Zoë](mailto:zw@example.com)',
    'zw@example.com (Zoë Weber)',
    'zw@example.com,',
    'zw@example.com;',
    'zw@example.com.',
    '(zw@example.com)',
    '- zw@example.com',
    '• zw@example.com',
    '"zw"@example.com',
    'zw@example.com،',
    '‹zw@example.com›',
    '„zw@example.com“',
    "''zw@example.com''",
    '\u200Fzw@example.com\u200E',
    '\u2066zw@example.com\u2069',
    '{zw@example.com}',
    'zw@example.com…',
    'zw@example.com！',
    'zw@example.com\u2028',
    'mailto:<zw@example.com>',
    'E-mail: zw@example.com',
    'zw@example.com <zw@example.com>',
    'ｚｗ＠ｅｘａｍｐｌｅ．ｃｏｍ',
    'zw@example。com',
    'zw@example.com\u0000',
    'zw\uFE0F@example.com',
  ])('%j is zw@example.com', (text) => {
    expect(readEmailAddress(text)).toBe('zw@example.com')
  })

  test.each([
    ['jo@bücher.example', 'jo@xn--bcher-kva.example'],
    ['jo@BÜCHER.example', 'jo@xn--bcher-kva.example'],
    ['jo@bu\u0308cher.example', 'jo@xn--bcher-kva.example'],
    ['jo@xn--bcher-kva.example', 'jo@xn--bcher-kva.example'],
    ['jose\u0301@example.com', 'josé@example.com'],
  ])('%s has one form', (text, address) => {
    expect(readEmailAddress(text)).toBe(address)
  })

  test.each([
    '',
    'zw',
    'zw@',
    '@example.com',
    'zw@example',
    'zw@@example.com',
    'zw@exa mple.com',
    'z w@example.com',
    'zw@example..com',
    'zw@-example.com',
    'a@example.com,b@example.com',
    'a@example.com b@example.com',
    'A <a@example.com>, B <b@example.com>',
    '=HYPERLINK("mailto:zw@example.com","x")',
    '=cmd|zw@example.com',
    'zw [at] example.com',
    `${'a'.repeat(65)}@example.com`,
    `zw@${'example.'.repeat(40)}com`,
    'zw@example.com/path',
    'zw@[127.0.0.1]',
    'z w@ example.com',
    'zw@example.com?subject=x',
    '&lt;zw@example.com&gt;',
    '%22zw@example.com%22',
  ])('%j is refused', (text) => {
    expect(readEmailAddress(text)).toBeNull()
  })
})

const letters = 'abcdefghijklmnopqrstuvwxyz0123456789'
const word = (also: string, maxLength: number) =>
  fc.string({ unit: fc.constantFrom(...letters, ...also), minLength: 1, maxLength }).map((text) => `a${text}z`)
const address = fc
  .tuple(word("+-_.'&", 20), word('-', 12), fc.constantFrom('com', 'co.uk', 'example'))
  .map(([local, domain, zone]) => `${local}@${domain}.${zone}`)

/** What people and programs do to an address, each keeping it the same one. */
const disguises: readonly ((text: string) => string)[] = [
  (text) => text.toUpperCase(),
  (text) => `${text}\u200B`,
  (text) => `\uFEFF${text}`,
  (text) => text.replace('@', '\u2060@'),
  (text) => `\u00A0${text}\u3000`,
  (text) => `'${text}'`,
  (text) => `"${text}"`,
  (text) => `‘${text}’`,
  (text) => `<${text}>`,
  (text) => `mailto:${text}`,
  (text) => `Jo Doe <${text}>`,
  (text) => `${text},`,
  (text) => `${text};`,
  (text) => `${text}.`,
  (text) => text.replace(/[!-~]/g, (letter) => String.fromCharCode(letter.charCodeAt(0) + 0xfee0)),
]

describe('every accepted spelling of an address', () => {
  const sha256 = (text: string): string => hash('sha256', text)

  it('hashes to the hash of the plain one', () => {
    const worn = fc.array(fc.constantFrom(...disguises), { maxLength: 3 })
    fc.assert(
      fc.property(address, worn, (plain, layers) => {
        const address = readEmailAddress(layers.reduce((text, wear) => wear(text), plain))
        // A name around a name makes no address.
        if (address !== null) expect(sha256(address)).toBe(sha256(plain))
        else expect(layers.length).toBeGreaterThan(1)
      }),
    )
  })

  it('is the plain one when each disguise is worn alone', () => {
    fc.assert(
      fc.property(address, fc.constantFrom(...disguises), (plain, wear) => {
        expect(readEmailAddress(wear(plain))).toBe(plain)
      }),
    )
  })

  it('stays as it is when it is read again, whatever it was', () => {
    fc.assert(
      fc.property(fc.oneof(fc.string({ unit: 'grapheme' }), address, fc.emailAddress()), (text) => {
        const address = readEmailAddress(text)
        if (address !== null) expect(readEmailAddress(address)).toBe(address)
      }),
    )
  })

  it('keeps the hashes of addresses that were plain before', () => {
    fc.assert(
      fc.property(address, (plain) => {
        expect(readEmailAddress(plain)).toBe(plain)
      }),
    )
    for (const address of [
      "o'neil@example.com",
      '.jo@example.com',
      'jo.@example.com',
      '-jo@example.com',
      '+1@example.com',
      'jo_@a_b.example.com',
    ])
      expect(readEmailAddress(address)).toBe(address)
  })
})
