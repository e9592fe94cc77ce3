import { expect } from 'vitest'

interface SentMail {
  subject: string
  text: string
  html: string
  raw: string
}

const largest_bytes = 80 * 1024

const decode = (html: string): string =>
  html
    .replaceAll(/&#(\d+);/g, (_whole, code: string) => String.fromCodePoint(Number(code)))
    .replaceAll(/&(nbsp|zwnj);/g, ' ')

/** What a reader sees of the HTML, line by line, without the preheader. */
const linesOf = (html: string): string[] =>
  html
    .replace(/^[^]*?<\/head>/, '')
    .replace(/<div style="display:none[^]*?<\/div>/, '')
    .replaceAll(/<\/?(?:bdi|b|span)\b[^>]*>/g, '')
    .split(/<[^>]*>/)
    .map((line) => decode(line).trim())
    .filter((line) => line !== '')

/** The parts that every mail has, whoever writes it, and that its two forms say the same. */
export function checkLetter({ subject, text, html }: Omit<SentMail, 'raw'>): void {
  const preheader = /<div style="display:none[^>]*>([^]*?)&#847;/.exec(html)?.[1] ?? ''
  expect([subject, preheader.length]).not.toEqual([subject, 0])
  expect([subject, html]).toEqual([subject, expect.stringContaining('name="viewport"')])
  expect([subject, html]).toEqual([subject, expect.stringContaining('name="color-scheme"')])
  expect([subject, /<html lang="(en|ar)" dir="(ltr|rtl)">/.test(html)]).toEqual([subject, true])
  for (const part of [subject, text, decode(html).replace(/<style>[^]*?<\/style>/, '')])
    expect([subject, /\{\w+\}|undefined|\[object|\bNaN\b/.exec(part)?.[0]]).toEqual([subject, undefined])
  // Dates are in the reader's words, besides those in names of files.
  expect([subject, /(?<![\w-])\d{4}-\d\d-\d\d(?![\w-]|\.\w)/.exec(text)?.[0]]).toEqual([subject, undefined])
  for (const line of linesOf(html)) expect([subject, text.includes(line) ? '' : line]).toEqual([subject, ''])
  expect(Buffer.byteLength(html)).toBeLessThan(largest_bytes)
}

/** The same, with the headers of one that was sent. */
export function checkMail(mail: SentMail): void {
  checkLetter(mail)
  const { subject, raw } = mail
  expect([subject, /^Auto-Submitted: auto-generated/m.test(raw)]).toEqual([subject, true])
  const [list, post] = [
    /^List-Unsubscribe: ?\s*<http/m.test(raw),
    /^List-Unsubscribe-Post: List-Unsubscribe=One-Click/m.test(raw),
  ]
  expect([subject, list]).toEqual([subject, post])
}
