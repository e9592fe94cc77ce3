import { expect, test } from 'vitest'
import { translatorOf } from '#server/platform/translate.ts'
import { layOutMail } from './lay-out-mail.ts'

const evil = '"><img src=x onerror="alert(1)"><script>'
const sender = {
  name: evil,
  address: 'leads@acme.test',
  brandColor: '#2255cc',
  hasLogo: true,
  company: [evil],
  origin: null,
  timeZone: 'America/Chicago',
}
const content = {
  title: evil,
  preheader: evil,
  paragraphs: [evil],
  code: evil,
  figures: [{ label: evil, value: evil, change: evil }],
  button: { label: evil, url: evil },
  facts: [
    [evil, evil],
    ['Email', { email: `${evil}@x.test` }],
    ['Phone', { phone: `1${evil}` }],
    ['Page', { url: `https://x.test/${evil}` }],
  ],
  note: evil,
} as const

test('a mail shows every text as text, wherever it stands', async () => {
  const reader = { language: 'en', say: await translatorOf('en'), kind: 'amounts', stopUrl: evil } as const
  const { html, text } = layOutMail(sender, content, reader)
  expect(html).not.toMatch(/<img src=x|<script>|onerror="/)
  expect(html.match(/<img/g)).toHaveLength(1)
  expect(text).toContain(evil)
})

test('values can be clicked, and moments are in the reader’s words and the sender’s time zone', async () => {
  const facts = [
    ['Email', { email: 'ada@example.com' }],
    ['Phone', { phone: '+1 (202) 555-0143' }],
    ['Page', { url: 'javascript:alert(1)' }],
    ['Day', { date: '2026-11-30' }],
    ['Time', { at_ms: Date.UTC(2026, 10, 29, 18) }],
    ['Nothing', ''],
  ] as const
  const reader = { language: 'en', say: await translatorOf('en'), kind: 'account' } as const
  const { html, text } = layOutMail({ ...sender, name: 'Acme' }, { title: 'A mail', facts }, reader)
  expect(html).toContain('href="mailto:ada@example.com"')
  expect(html).toContain('href="tel:+12025550143"')
  expect(html).not.toContain('href="javascript')
  expect(text).toContain('Day: November 30, 2026\nTime: Nov 29, 2026, 12:00 PM (America/Chicago)')
  expect(text).not.toContain('Nothing')
})
