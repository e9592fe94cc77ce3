import { beforeEach, describe, expect, test } from 'vitest'
import type { MailFrequency, MailKind } from '#contract/mails/kinds.ts'
import { readMailChoices, saveMailChoice, saveQuietHours } from '#contract/people/mail-choices.ts'
import { queueMail } from '#server/areas/mails/queue-mail.ts'
import { createStillClock } from '#server/platform/clock.ts'
import { inScope } from '#server/platform/database/scope.ts'
import { runJobs } from '#server/test/run-jobs.ts'
import { openWorld } from '#server/test/world.ts'
import { sendWaitingMailsJob } from './send-waiting-mails.ts'

// Mails that people want later: collected by day or week, or after their quiet hours.

// A Friday, 6 o'clock in Chicago.
const friday = Date.UTC(2026, 10, 20, 12)
const clock = createStillClock(friday)
const { db, http, tree, mailbox } = await openWorld({ clock })
const reader = tree.acme.owner
const zone = 'America/Chicago'
const hour_ms = 3_600_000

let lastMailId = 0
beforeEach(async () => {
  clock.advance(friday - clock.now())
  http.forget()
  await db.adminPool.query('delete from waiting_mail')
  await db.adminPool.query(
    `update app_user set mail_choices = '{}', quiet_from = null, quiet_until = null, quiet_zone = null`,
  )
  await db.adminPool.query('update company set time_zone = $1', [zone])
  await db.adminPool.query('delete from report_day')
  newMails()
})

function newMails() {
  const mails = mailbox.messages().filter(({ id }) => id > lastMailId)
  lastMailId = mailbox.messages()[0]?.id ?? 0
  return mails.toReversed()
}
const choose = (kind: MailKind, frequency: MailFrequency) =>
  http.as(reader).call(saveMailChoice, { body: { kind, frequency } })
async function mail(title: string, kind: MailKind = 'amounts') {
  await inScope(db.appPool, { kind: 'root', rootId: tree.root.id }, (tx) =>
    queueMail(tx, http.platform, {
      kind,
      to: { rootId: tree.root.id, agencyId: reader.companyId, email: reader.email, language: 'en' },
      write: () => ({ title, paragraphs: ['Something happened.'] }),
    }),
  )
  await runJobs(db, http.platform)
}
/** What arrives after some hours. */
async function after(hours: number) {
  clock.advance(hours * hour_ms)
  http.forget()
  await sendWaitingMailsJob.run(http.platform, {})
  await runJobs(db, http.platform)
  return newMails()
}
const subjects = (mails: readonly { subject: string }[]) => mails.map(({ subject }) => subject)

describe('mails of a day', () => {
  test('come in one, at eight in the reader’s zone, with figures and their change', async () => {
    await choose('amounts', 'day')
    await db.adminPool.query(
      `insert into report_day (agency_id, of_id, module, day, reason, root_id, count, wholesale_e4, retail_e4)
       values ($1, $1, 'local', '2026-11-19', 'lead', $2, 6, 60000, 90000),
              ($1, $1, 'local', '2026-11-18', 'lead', $2, 4, 40000, 60000)`,
      [reader.companyId, tree.root.id],
    )
    await mail('Too few leads: Roofs')
    await mail('Too few leads: Gutters')
    expect(subjects(await after(1))).toEqual([])
    const [digest, ...more] = await after(1)
    expect([digest!.subject, more]).toEqual(['Your day: November 19, 2026', []])
    for (const text of ['Too few leads: Roofs', 'Too few leads: Gutters', '+50%', '$6.00', '$1.00'])
      expect(digest!.text).toContain(text)
    expect(await after(24)).toEqual([])
  })

  test('are dropped if their reader stops the kind meanwhile', async () => {
    await choose('amounts', 'day')
    await mail('Too few leads: Roofs')
    await choose('amounts', 'off')
    expect(await after(3)).toEqual([])
  })
})

test('mails of a week come on Monday', async () => {
  await choose('amounts', 'week')
  await mail('Too few leads: Roofs')
  expect(await after(48)).toEqual([])
  expect(subjects(await after(26))).toEqual(['Your week: November 16, 2026 to November 22, 2026'])
})

describe('in quiet hours', () => {
  const saveHours = (from: number, until: number) =>
    http.as(reader).call(saveQuietHours, { body: { quiet_hours: { from, until, timezone: zone } } })

  test('a mail waits until they end', async () => {
    await saveHours(22, 7)
    await mail('Too few leads: Roofs')
    expect(newMails()).toEqual([])
    expect(subjects(await after(1))).toEqual(['Too few leads: Roofs'])
    await mail('Too few leads: Gutters')
    expect(subjects(newMails())).toEqual(['Too few leads: Gutters'])
  })

  test('a mail about security or money does not wait', async () => {
    await saveHours(22, 7)
    await mail('Your code', 'account')
    await mail('Your invoice', 'money')
    expect(subjects(newMails())).toEqual(['Your code', 'Your invoice'])
  })

  test('are saved and removed, and have a length', async () => {
    const hoursOf = async () => (await http.as(reader).call(readMailChoices)).body.data.quiet_hours
    await saveHours(22, 7)
    expect(await hoursOf()).toEqual({ from: 22, until: 7, timezone: zone })
    expect(await saveHours(7, 7)).toMatchObject({ status: 422, body: { field: 'quiet_hours' } })
    await http.as(reader).call(saveQuietHours, { body: { quiet_hours: null } })
    expect(await hoursOf()).toBeNull()
  })
})

test('only kinds that can wait are collected', async () => {
  expect(await choose('problems', 'day')).toMatchObject({ status: 422, body: { field: 'frequency' } })
  expect(await choose('money', 'off')).toMatchObject({ status: 422, body: { field: 'kind' } })
})
