import { beforeEach, describe, expect, test } from 'vitest'
import { saveMailChoice } from '#contract/people/mail-choices.ts'
import { createStillClock } from '#server/platform/clock.ts'
import { newId } from '#server/platform/ids.ts'
import { runJobs } from '#server/test/run-jobs.ts'
import { openWorld } from '#server/test/world.ts'
import { startStatementsJob } from './mail-statement.ts'

// The statement of a month comes by mail, once, on the first day of the next one in the payer's own zone.

const noon = Date.UTC(2026, 10, 30, 18)
const clock = createStillClock(noon)
const { db, http, tree, mailbox } = await openWorld({ clock })
const hour_ms = 3_600_000
const client = tree.acme.clients[0]!

beforeEach(async () => {
  clock.advance(noon - clock.now())
  http.forget()
  await db.adminPool.query('delete from charge')
  await db.adminPool.query(`update company set statement_month = null, time_zone = 'America/Chicago'`)
  await db.adminPool.query(`update app_user set mail_choices = '{}'`)
  await mailsSince()
})

const seenIds = new Set<number>()
async function mailsSince() {
  await startStatementsJob.run(http.platform, {})
  await runJobs(db, http.platform)
  const fresh = mailbox.messages().filter(({ id }) => !seenIds.has(id))
  for (const { id } of fresh) seenIds.add(id)
  return fresh
}
async function owe(created_ms: number): Promise<void> {
  await db.adminPool.query(
    `insert into charge (agency_id, id, root_id, client_id, kind, status, full_cents, created_at, moved_at)
     values ($1, $2, $3, $4, 'client_leads', 'declined', 1500, $5, $5)`,
    [tree.acme.id, newId(created_ms), tree.root.id, client.id, new Date(created_ms)],
  )
}
/** The first of December, at an hour of Chicago. */
const goTo = (hour: number): void => clock.advance(Date.UTC(2026, 11, 1, 6) + hour * hour_ms - clock.now())

describe('the statement of a month', () => {
  test('comes once, at eight of the first day in the payer’s zone, with its paper', async () => {
    await owe(noon - hour_ms)
    goTo(7)
    expect(await mailsSince()).toEqual([])
    goTo(8)
    const [mail, ...more] = await mailsSince()
    expect(more).toEqual([])
    expect(mail).toMatchObject({ subject: 'Your statement for November 2026', to: [client.user.email] })
    for (const text of ['$0.00', '$15.00', 'What is open today is listed below.']) expect(mail!.text).toContain(text)
    expect(mail!.raw).toContain('filename=statement-2026-11.pdf')
    expect(mail!.raw).toContain('List-Unsubscribe-Post')
    expect(await mailsSince()).toEqual([])
    clock.advance(48 * hour_ms)
    expect(await mailsSince()).toEqual([])
  })

  test('is not sent if nothing happened and nothing is open', async () => {
    goTo(9)
    expect(await mailsSince()).toEqual([])
    await owe(clock.now())
    await db.adminPool.query('update company set statement_month = null')
    expect(await mailsSince()).toEqual([])
  })

  test('is not sent late in a month, as after a long stop', async () => {
    await owe(noon - hour_ms)
    goTo(10 * 24)
    expect(await mailsSince()).toEqual([])
  })

  test('is not sent to people who stopped it', async () => {
    await owe(noon - hour_ms)
    await http.as(client.user).call(saveMailChoice, { body: { kind: 'statements', frequency: 'off' } })
    goTo(9)
    expect(await mailsSince()).toEqual([])
  })
})
