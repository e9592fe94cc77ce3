import { beforeEach, describe, expect, test } from 'vitest'
import { saveReportRecipients } from '#server/areas/integrations/connections/save-report-recipients.ts'
import { createDeliverer } from '#server/areas/integrations/deliveries/deliver.ts'
import { queueDeliveries } from '#server/areas/integrations/deliveries/queue-deliveries.ts'
import { stopHook } from '#server/areas/mails/preferences/stop-by-link.ts'
import type { CampaignPath } from '#server/areas/integrations/deliveries/book.ts'
import { createStillClock } from '#server/platform/clock.ts'
import { inScope } from '#server/platform/database/scope.ts'
import * as world from '#server/test/deliveries-world.ts'
import { openMailingPlatform } from '#server/test/mailing-platform.ts'

const clock = createStillClock(world.noon_ms)
const { db, platform, mailbox } = await openMailingPlatform(clock)
const ann = 'ann@recipient.test'
const bob = 'bob@recipient.test'
const host = 'leads.recipients.test'

let path: CampaignPath
beforeEach(async () => {
  mailbox.refuse(null)
  clock.advance(3_600_000)
  path = await world.makeCampaignPath(db.adminPool)
  await db.adminPool.query('delete from host where host = $1', [host])
  await db.adminPool.query(
    `insert into host (host, company_id, root_id, agency_id, verified_at) values ($1, $2, $3, $2, $4)`,
    [host, path.agencyId, path.rootId, new Date(world.noon_ms)],
  )
})

const inRoot = <T>(work: Parameters<typeof inScope<T>>[2]) =>
  inScope(db.appPool, { kind: 'root', rootId: path.rootId }, work)

/** The mails that arrive when the campaign has a lead, oldest first. */
async function mailLead(recipients: string[]) {
  const before = mailbox.messages()[0]?.id ?? 0
  const leads = await world.makeLeads(db.adminPool, path, 1, clock.now())
  await inRoot(async (tx) => {
    await saveReportRecipients(tx, path, clock.now(), recipients)
    await queueDeliveries(
      tx,
      path,
      clock.now(),
      leads.map((leadId) => ({ leadId, ...path })),
    )
  })
  await createDeliverer(platform).deliverDue(path.rootId)
  return mailsAfter(before)
}
const mailsAfter = (before: number) =>
  mailbox
    .messages()
    .filter(({ id }) => id > before)
    .toReversed()
const linkIn = (raw: string): string =>
  /^List-Unsubscribe: <(.*)>/m.exec(raw.replaceAll(/\r?\n[ \t]+/g, ' ').replaceAll(/: +/g, ': '))![1]!
const stop = (raw: string) =>
  stopHook.take(platform, { host, params: { token: linkIn(raw).split('/').at(-1)! } } as never)
const readDelivery = async () =>
  (await db.adminPool.query('select status, last_error_code as cause from delivery where root_id = $1', [path.rootId]))
    .rows
const readStopped = async () =>
  (await db.adminPool.query('select address, reason, client_id from stopped_address where root_id = $1', [path.rootId]))
    .rows

describe('a recipient of leads', () => {
  test('gets a mail of their own, with their own link to stop it by one click', async () => {
    const mails = await mailLead([ann, bob])
    expect(mails.map(({ to }) => to)).toEqual([[ann], [bob]])
    const links = mails.map(({ raw }) => linkIn(raw))
    expect(new Set(links).size).toBe(2)
    for (const [at, { raw, text, html }] of mails.entries()) {
      expect(raw).toContain('List-Unsubscribe-Post: List-Unsubscribe=One-Click')
      expect(text).toContain(links[at])
      expect(html).toContain(links[at])
      expect(raw + text + html).not.toMatch(/RECIPIENT/)
    }
  })

  test('who stops it gets no more, which the campaign’s people are told; others still get it', async () => {
    const [toAnn] = await mailLead([ann, bob])
    expect(await stop(toAnn!.raw)).toBe(true)
    expect(await readStopped()).toEqual([])
    expect((await mailLead([ann, bob])).map(({ to }) => to)).toEqual([[bob]])
    expect(await readStopped()).toEqual([{ address: ann, reason: 'unsubscribed', client_id: path.clientId }])
  })

  test('with an account is not told of: it is their own choice', async () => {
    await world.makeReader(db.adminPool, path, { email: ann })
    const [toAnn] = await mailLead([ann])
    expect(await stop(toAnn!.raw)).toBe(true)
    expect(await mailLead([ann])).toEqual([])
    expect(await readStopped()).toEqual([])
  })

  test('whose mailbox does not exist is held back from then on', async () => {
    mailbox.refuse({ addresses: [ann], status: 550, text: '5.1.1 No such user' })
    expect((await mailLead([ann, bob])).map(({ to }) => to)).toEqual([[bob]])
    expect(await readDelivery()).toEqual([{ status: 'delivered', cause: 'mail_partly_refused' }])
    expect(await readStopped()).toEqual([{ address: ann, reason: 'refused', client_id: path.clientId }])
    mailbox.refuse(null)
    await db.adminPool.query('delete from delivery where root_id = $1', [path.rootId])
    expect(await mailLead([ann])).toEqual([])
    expect(await readDelivery()).toMatchObject([{ cause: 'mail_stopped' }])
  })

  test('has the mail once, however often it is tried for another', async () => {
    mailbox.refuse({ addresses: [bob], status: 450, text: '4.2.1 Try again' })
    const before = mailbox.messages()[0]?.id ?? 0
    await mailLead([ann, bob])
    expect(await readDelivery()).toMatchObject([{ status: 'waiting', cause: 'mail_deferred' }])
    for (let attempt = 0; attempt < 2; attempt++) {
      clock.advance(600_000)
      await createDeliverer(platform).deliverDue(path.rootId)
    }
    mailbox.refuse(null)
    clock.advance(3_600_000)
    await createDeliverer(platform).deliverDue(path.rootId)
    expect(mailsAfter(before).map(({ to }) => to)).toEqual([[ann], [bob]])
    expect(await readDelivery()).toMatchObject([{ status: 'delivered' }])
  })
})
