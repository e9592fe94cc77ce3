import { beforeEach, expect, test } from 'vitest'
import type { Language } from '#contract/core/language.ts'
import { listMailSamples } from '#contract/mails/mail-samples.ts'
import { listMailTexts, saveMailText } from '#contract/mails/mail-texts.ts'
import { forgetPassword } from '#contract/sign-in/password.ts'
import { createStillClock } from '#server/platform/clock.ts'
import type { TestUser } from '#server/test/factories.ts'
import { runJobs } from '#server/test/run-jobs.ts'
import { openWorld } from '#server/test/world.ts'
import { listenTo, sayAgain } from './own-texts.ts'

const clock = createStillClock(Date.UTC(2026, 10, 20, 12))
const { db, http, tree, mailbox } = await openWorld({ clock })
const { owner } = tree.acme
beforeEach(async () => {
  clock.advance(61 * 60_000)
  http.forget()
  await db.adminPool.query('delete from mail_text')
})

const lead = '{who} visited {page}'
interface Change {
  source?: string
  name?: string
  lang?: Language
  by?: TestUser
  companyID?: string
}
const save = (words: string | null, change: Change = {}) => {
  const { source = lead, name = 'lead', lang = 'en', by = owner, companyID = by.companyId } = change
  return http.as(by).call(saveMailText, { body: { companyID, name, lang, source, words } })
}
const textsOf = async (name: string, lang: Language = 'en', by: TestUser = owner) =>
  (await http.as(by).call(listMailTexts, { params: { companyID: by.companyId }, query: { name, lang } })).body.data
const subjectOf = async (name: string, lang: Language = 'en', by: TestUser = owner) =>
  (await http.as(by).call(listMailSamples, { params: { companyID: by.companyId }, query: { lang } })).body.data.find(
    (sample) => sample.name === name,
  )!.subject
const resetOf = async (user: TestUser) => {
  await http.anonymous(user.host).call(forgetPassword, { body: { username: user.email } })
  await runJobs(db, http.platform)
  return mailbox.messages()[0]!
}

test('a company reads the sentences of a mail, with the placeholders that stand for values', async () => {
  const [subject] = await textsOf('lead')
  expect(subject).toEqual({ source: lead, is_subject: 'T', standard: lead, words: null, versions: [] })
  const [inArabic] = await textsOf('lead', 'ar')
  expect(inArabic).toMatchObject({ source: lead, standard: expect.stringMatching(/\{who\}.*\{page\}/) })
})

test('its words are in the preview of its own mails, in that language only, and in nobody else’s', async () => {
  expect((await save('Call {who} now')).status).toBe(200)
  expect(await subjectOf('lead')).toBe('Call Paisley Powell (Poynette, WI) now')
  expect(await subjectOf('lead', 'ar')).not.toContain('Call')
  expect(await subjectOf('lead', 'en', tree.brightside.owner)).toContain('visited')
  expect(await subjectOf('lead', 'en', tree.root.system)).toContain('visited')
  const foreign = { by: tree.brightside.owner, companyID: tree.acme.id }
  expect((await save('Ours', foreign)).status).toBeGreaterThanOrEqual(403)
})

test('they are in the mail that is sent, whoever caused it', async () => {
  const { subject } = await resetOf(owner)
  const texts = await textsOf('password_reset')
  const source = texts.find((text) => text.is_subject === 'T')!.source
  expect(source).toBe(subject)
  expect((await save('Choose a password at Acme', { name: 'password_reset', source })).status).toBe(200)
  expect((await resetOf(owner)).subject).toBe('Choose a password at Acme')
  expect((await resetOf(tree.brightside.owner)).subject).toBe(subject)
})

test('every save is a version with who and when, and the standard text comes back', async () => {
  await save('First {who}')
  clock.advance(1_000)
  await save('Second {who}')
  clock.advance(1_000)
  expect((await save(null)).body.message).toBe('The standard text is used again.')
  const [{ words, versions } = { words: '', versions: [] }] = await textsOf('lead')
  expect(words).toBeNull()
  expect(versions.map((version) => version.words)).toEqual([null, 'Second {who}', 'First {who}'])
  expect(new Set(versions.map(({ by }) => by)).size).toBe(1)
  expect(await subjectOf('lead')).toContain('visited')
})

test.each([
  ['a placeholder of another sentence', { words: 'Hello {campaign}' }, 'words'],
  ['lone braces', { words: 'Hello {who' }, 'words'],
  ['a sentence of another mail', { words: 'Hello', source: 'Set a new password' }, 'source'],
  ['a mail that does not exist', { words: 'Hello', name: 'nothing' }, 'name'],
])('%s is refused by the name of its field', async (_what, { words, ...rest }, field) => {
  const answer = await save(words, rest)
  expect([answer.status, (answer.body as { field?: string }).field]).toEqual([422, field])
  expect((await textsOf('lead')).map((text) => text.words)).toEqual([null, null])
})

test('a part made of several sentences is said again sentence by sentence', () => {
  const { say, said } = listenTo((text) => text)
  const content = { title: say('New leads'), paragraphs: [`${say('Leads')} ${say('Returned Leads' as never)}`] }
  const reword = (text: string): string => (text === 'Leads' ? 'Visitors' : text)
  expect(sayAgain(content, said, reword)).toMatchObject({ title: 'New leads', paragraphs: ['Visitors Returned Leads'] })
})
