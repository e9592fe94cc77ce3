import { beforeEach, describe, expect, test } from 'vitest'
import { readMailChoices, saveMailChoice, saveQuietHours } from '#contract/people/mail-choices.ts'
import type { MailKind } from '#contract/mails/kinds.ts'
import { createStillClock } from '#server/platform/clock.ts'
import { inScope } from '#server/platform/database/scope.ts'
import { runJobs } from '#server/test/run-jobs.ts'
import { openWorld } from '#server/test/world.ts'
import { queueMail } from '../queue-mail.ts'

const clock = createStillClock(Date.UTC(2026, 10, 20, 12))
const { db, http, tree, mailbox } = await openWorld({ clock })
beforeEach(() => {
  clock.advance(61 * 60_000)
  http.forget()
})
const reader = tree.acme.owner
const { host, companyId: agencyId } = reader

/** The mails of a kind that reach an address, after queuing one. */
async function mailTo(email: string, kind: MailKind) {
  const before = mailbox.messages()[0]?.id ?? 0
  await inScope(db.appPool, { kind: 'root', rootId: tree.root.id }, (tx) =>
    queueMail(tx, http.platform, {
      kind,
      to: { rootId: tree.root.id, agencyId, email, language: 'en' },
      write: () => ({ title: 'A notice', paragraphs: ['Something happened.'], thread: 'lead 7' }),
    }),
  )
  await runJobs(db, http.platform)
  return mailbox.messages().filter(({ id, to }) => id > before && to.includes(email))
}
const header = (raw: string, name: string): string | undefined =>
  new RegExp(`^${name}:\\s*(.*)`, 'm').exec(raw.replaceAll(/\r?\n[ \t]+/g, ' '))?.[1]?.trim()
const linkIn = (raw: string): string => new URL(/<(.*)>/.exec(header(raw, 'List-Unsubscribe')!)![1]!).pathname
const ask = (method: 'GET' | 'POST', url: string, from = host) =>
  http.anonymous(from).inject({
    method,
    url,
    ...(method === 'POST' && {
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
      payload: 'List-Unsubscribe=One-Click',
    }),
  })

describe('a mail that can be stopped', () => {
  test('has the headers for one click, says that a program wrote it, and is in the thread of what it is about', async () => {
    const [mail] = await mailTo(reader.email, 'amounts')
    const { raw } = mail!
    expect(header(raw, 'List-Unsubscribe')).toMatch(/^<http:\/\/acme\.localhost:8080\/stop-mail\/[\w-]{39}>$/)
    expect(header(raw, 'List-Unsubscribe-Post')).toBe('List-Unsubscribe=One-Click')
    expect(header(raw, 'Auto-Submitted')).toBe('auto-generated')
    expect(header(raw, 'References')).toBe(header(raw, 'In-Reply-To'))
    expect(header(raw, 'References')).toMatch(/^<lead\.7@/)
  })

  test('is stopped by a POST without signing in, as often as it is sent, and by nothing else', async () => {
    const link = linkIn((await mailTo(reader.email, 'amounts'))[0]!.raw)
    await ask('GET', link)
    expect(await mailTo(reader.email, 'amounts')).toHaveLength(1)
    expect((await ask('POST', link)).statusCode).toBe(200)
    const multipart = { 'content-type': 'multipart/form-data; boundary=x' }
    const again = { method: 'POST', url: link, headers: multipart, payload: '--x--' } as const
    expect((await http.anonymous(host).inject(again)).statusCode).toBe(200)
    expect(await mailTo(reader.email, 'amounts')).toEqual([])
    expect(await mailTo(reader.email, 'problems')).toHaveLength(1)
    const { kinds } = (await http.as(reader).call(readMailChoices)).body.data
    expect(kinds.filter(({ frequency }) => frequency === 'off').map(({ kind }) => kind)).toEqual(['amounts'])
  })

  test('comes again once its reader chooses so', async () => {
    const save = (frequency: 'now' | 'off') =>
      http.as(reader).call(saveMailChoice, { body: { kind: 'results', frequency } })
    expect((await save('off')).status).toBe(200)
    expect(await mailTo(reader.email, 'results')).toEqual([])
    expect((await save('now')).status).toBe(200)
    expect(await mailTo(reader.email, 'results')).toHaveLength(1)
  })

  test('is only in the inbox for whom that is enough, where the inbox has it, whatever the hour', async () => {
    const save = (kind: MailKind, frequency: 'app' | 'now') =>
      http.as(reader).call(saveMailChoice, { body: { kind, frequency } })
    expect((await save('mentions', 'app')).status).toBe(200)
    const quiet_hours = { from: 0, until: 23, timezone: 'UTC' }
    await http.as(reader).call(saveQuietHours, { body: { quiet_hours } })
    expect(await mailTo(reader.email, 'mentions')).toEqual([])
    expect((await db.adminPool.query('select from waiting_mail')).rowCount).toBe(0)
    await http.as(reader).call(saveQuietHours, { body: { quiet_hours: null } })
    await save('mentions', 'now')
    expect(await mailTo(reader.email, 'mentions')).toHaveLength(1)
    expect((await save('results', 'app')).status).toBe(422)
  })

  test('is stopped for an address without an account, too', async () => {
    const link = linkIn((await mailTo('reader@elsewhere.test', 'reports'))[0]!.raw)
    expect((await ask('POST', link)).statusCode).toBe(200)
    expect(await mailTo('Reader@elsewhere.test', 'reports')).toEqual([])
    expect(await mailTo('another@elsewhere.test', 'reports')).toHaveLength(1)
  })

  test('is not stopped by a link that was changed, or at another company’s host', async () => {
    const link = linkIn((await mailTo(reader.email, 'spending'))[0]!.raw)
    const wrongLinks = [link.slice(0, -1), `${link.slice(0, -1)}~`, link.replace(/.{3}$/, 'AAA'), '/stop-mail/x']
    for (const wrong of wrongLinks) expect((await ask('POST', wrong)).statusCode).toBe(403)
    expect((await ask('POST', link, tree.brightside.owner.host)).statusCode).toBe(403)
    expect(await mailTo(reader.email, 'spending')).toHaveLength(1)
  })
})

test.each(['account', 'money'] as const)(
  'mails about %s are always sent, and have no link to stop them',
  async (kind) => {
    const answer = await http.as(reader).call(saveMailChoice, { body: { kind, frequency: 'off' } })
    expect([answer.status, answer.body.message]).toEqual([422, 'These emails are always sent.'])
    const [mail] = await mailTo(reader.email, kind)
    expect(mail!.raw).not.toMatch(/List-Unsubscribe|stop-mail/)
    expect(mail!.text).toContain('always sent')
  },
)
