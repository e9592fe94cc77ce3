import type { AddressInfo } from 'node:net'
import { SMTPServer } from 'smtp-server'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { startMailbox, type Mailbox } from '#demo/mailbox.ts'
import { createStillClock } from '#server/platform/clock.ts'
import { inScope } from '#server/platform/database/scope.ts'
import { timeOfId } from '#server/platform/ids.ts'
import { closeMail } from '#server/platform/mail.ts'
import * as world from '#server/test/deliveries-world.ts'
import { whileRefused } from '#server/test/refuse-rows.ts'
import { createTestDatabase, type TestDatabase } from '#server/test/harness.ts'
import { createTestPlatform, type TestPlatform } from '#server/test/platform.ts'
import { claimDue } from './claim-due.ts'
import { findDue } from './find-due.ts'
import { createDeliverer } from './deliver.ts'
import { addWebhook } from '#server/areas/integrations/connections/add-webhook.ts'
import { deleteBodiesJob } from '#server/areas/integrations/deliveries/delete-bodies.ts'
import { queueDeliveries } from '#server/areas/integrations/deliveries/queue-deliveries.ts'
import { warnOfDestinationJob } from '#server/areas/integrations/connections/warn-of-destination.ts'
import type { CampaignPath } from '#server/areas/integrations/deliveries/book.ts'

let db: TestDatabase
let mailbox: Mailbox
let receiver: world.StandIn
let platform: TestPlatform
let path: CampaignPath
let status = 500
const clock = createStillClock(world.noon_ms)
const day_ms = 86_400_000

beforeAll(async () => {
  db = await createTestDatabase()
  mailbox = await startMailbox({ now: clock.now })
  receiver = await world.standIn(clock.now, (_seen, response) => response.writeHead(status).end())
  platform = await createTestPlatform(db, {
    clock,
    env: { SMTP_URL: mailbox.smtpUrl, OUTGOING_ALLOW: receiver.host },
  })
})
afterAll(async () => {
  closeMail(platform)
  await platform.close()
  await receiver.close()
  await mailbox.close()
  await db.drop()
})

const asRoot = () => ({ kind: 'root', rootId: path.rootId }) as const

beforeEach(async () => {
  status = 500
  path = await world.makeCampaignPath(db.adminPool)
  await inScope(db.appPool, asRoot(), (tx) => addWebhook(tx, platform, path, `http://${receiver.host}/crm`))
  await db.adminPool.query('truncate graphile_worker._private_jobs')
})

async function sendLeads(count: number): Promise<void> {
  const leads = await world.makeLeads(db.adminPool, path, count, clock.now())
  const toSend = leads.map((leadId) => ({ leadId, ...path }))
  await inScope(db.appPool, asRoot(), (tx) => queueDeliveries(tx, path, clock.now(), toSend))
  await createDeliverer(platform).deliverDue(path.rootId)
}

/** Runs the queued jobs and returns the emails that they sent, oldest first. */
async function run() {
  const before = mailbox.messages().length
  const { rows } = await db.adminPool.query<{ name: string; payload: unknown }>(
    `with taken as (delete from graphile_worker._private_jobs returning task_id, payload)
     select identifier as name, payload from taken join graphile_worker._private_tasks task on task.id = task_id`,
  )
  for (const { name, payload } of rows) {
    expect(name).toBe(warnOfDestinationJob.name)
    await warnOfDestinationJob.run(platform, payload)
  }
  return mailbox
    .messages()
    .slice(0, mailbox.messages().length - before)
    .toReversed()
}

const addPerson = (kind: string, email: string, clientId: string | null): Promise<void> =>
  world.makeReader(db.adminPool, { ...path, clientId }, { email, kind })

describe('a failing destination', () => {
  it('is reported once to everyone else if one mail server defers, and to that person separately', async () => {
    await addPerson('client', 'later@plumbright.test', path.clientId)
    await addPerson('agencyOwner', 'owner@acme.test', null)
    const recipients: string[] = []
    let isPutOff = true
    const server = new SMTPServer({
      authOptional: true,
      disabledCommands: ['AUTH', 'STARTTLS'],
      closeTimeout: 100,
      onRcptTo: ({ address }, _session, done) =>
        isPutOff && address.startsWith('later')
          ? done(Object.assign(new Error('try again later'), { responseCode: 450 }))
          : done(),
      onData(stream, session, done) {
        stream.resume().on('end', () => {
          recipients.push(...session.envelope.rcptTo.map(({ address }) => address))
          done()
        })
      },
    })
    await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve))
    const { port } = server.server.address() as AddressInfo
    const mailing = { ...platform, config: { ...platform.config, SMTP_URL: `smtp://127.0.0.1:${port}` } }
    await sendLeads(5)
    const tries = async () => {
      const { rows } = await db.adminPool.query<{ payload: unknown }>(
        'select payload from graphile_worker._private_jobs order by id',
      )
      return Promise.allSettled(rows.map(({ payload }) => warnOfDestinationJob.run(mailing, payload)))
    }
    await tries()
    await db.adminPool.query(
      'delete from graphile_worker._private_jobs where id = (select min(id) from graphile_worker._private_jobs)',
    )
    expect(recipients).toEqual(['owner@acme.test'])
    expect((await tries()).map(({ status }) => status)).toEqual(['rejected'])
    isPutOff = false
    expect((await tries()).map(({ status }) => status)).toEqual(['fulfilled'])
    expect(recipients).toEqual(['owner@acme.test', 'later@plumbright.test'])
    closeMail(mailing)
    await new Promise<void>((resolve) => server.close(resolve))
  })

  it('is reported to its client and the agency at the fifth failure in a row, in plain words, once a day', async () => {
    await addPerson('client', 'pat@plumbright.test', path.clientId)
    await addPerson('agencyOwner', 'owner@acme.test', null)
    await addPerson('administrator', 'admin@acme.test', null)
    await sendLeads(4)
    expect(await run()).toEqual([])
    await sendLeads(1)
    const mails = await run()
    expect(mails.map(({ to }) => to)).toEqual([['pat@plumbright.test'], ['owner@acme.test']])
    for (const mail of mails) {
      expect(mail).toMatchObject({ from: 'Acme Leads <leads@acme.test>', subject: 'Delivery fails: Spring visitors' })
      expect(mail.text).toContain(`the webhook http://${receiver.host}/crm`)
      expect(mail.text).toContain('The receiver had an internal error.')
      expect(mail.raw).not.toMatch(/leadloom|whsec_/i)
    }
    for (const next of [204, 500]) {
      status = next
      await sendLeads(6)
    }
    expect(await run()).toEqual([])
    clock.advance(day_ms)
    for (const next of [204, 500]) {
      status = next
      await sendLeads(6)
    }
    expect(await run()).toHaveLength(2)
  })

  it('is reported to each person in their own language', async () => {
    await addPerson('client', 'noor@plumbright.test', path.clientId)
    await addPerson('client', 'lee@plumbright.test', path.clientId)
    await db.adminPool.query(`update app_user set language = 'ar' where email = 'noor@plumbright.test'`)
    await sendLeads(5)
    const mails = await run()
    const arabic = mails.find(({ to }) => to[0] === 'noor@plumbright.test')
    const english = mails.filter((mail) => mail !== arabic)
    expect(arabic!.subject).toBe('التسليم يُخفق: \u2068Spring visitors\u2069')
    expect(arabic!.text).toContain('السبب: حدث خطأ لدى المستلِم')
    expect(english.length).toBeGreaterThan(0)
    for (const mail of english) expect(mail.subject).toBe('Delivery fails: Spring visitors')
  })

  it('is reported when it is disabled for good', async () => {
    await addPerson('client', 'pat2@plumbright.test', path.clientId)
    status = 410
    await sendLeads(1)
    const [mail, ...others] = await run()
    expect(mail).toMatchObject({ subject: 'Delivery turned off: Spring visitors', to: ['pat2@plumbright.test'] })
    expect(mail!.text).toContain('permanently gone')
    expect(others).toEqual([])
  })

  it('is not reported if it works again by then', async () => {
    await addPerson('client', 'pat3@plumbright.test', path.clientId)
    await sendLeads(5)
    status = 204
    clock.advance(10_000)
    await sendLeads(1)
    expect(await run()).toEqual([])
  })
})

it('payloads are deleted 30 days after the lead, not before, and can be built again', async () => {
  status = 204
  await sendLeads(3)
  const countBodies = async (): Promise<number> => {
    const text = 'select count(*) as count from delivery where root_id = $1 and body is not null'
    return (await db.adminPool.query<{ count: number }>(text, [path.rootId])).rows[0]!.count
  }
  clock.advance(30 * day_ms - 1)
  await deleteBodiesJob.run(platform, {})
  expect(await countBodies()).toBe(3)
  status = 500
  await sendLeads(2)
  status = 204
  clock.advance(2)
  await deleteBodiesJob.run(platform, {})
  expect(await countBodies()).toBe(2)
  clock.advance(31 * day_ms)
  await deleteBodiesJob.run(platform, {})
  // Waiting deliveries keep their bodies.
  expect(await countBodies()).toBe(2)
  await db.adminPool.query(`update delivery set status = 'waiting', next_attempt_at = $2 where root_id = $1`, [
    path.rootId,
    new Date(clock.now()),
  ])
  expect(await createDeliverer(platform).deliverDue(path.rootId)).toBe(5)
})

it('one agency’s payloads are deleted even if another agency’s cannot be', async () => {
  status = 204
  const [one, sisterPath] = [path, await world.makeSisterAgency(db.adminPool, path)]
  await sendLeads(1)
  path = sisterPath
  await inScope(db.appPool, asRoot(), (tx) => addWebhook(tx, platform, path, `http://${receiver.host}/crm`))
  await sendLeads(1)
  clock.advance(31 * day_ms)
  // In either order.
  for (const brokenPath of [one, sisterPath]) {
    await db.adminPool.query(`update delivery set body = '\\x01' where agency_id = any($1)`, [
      [one.agencyId, sisterPath.agencyId],
    ])
    await whileRefused(db, 'delivery', `agency_id <> '${brokenPath.agencyId}' or body is not null`, () =>
      deleteBodiesJob.run(platform, {}),
    )
    const { rows } = await db.adminPool.query('select distinct agency_id from delivery where body is not null')
    expect(rows.map(({ agency_id }) => agency_id)).toContain(brokenPath.agencyId)
    expect(rows.map(({ agency_id }) => agency_id)).not.toContain((brokenPath === one ? sisterPath : one).agencyId)
  }
})

it('a delivery resent after its payload was deleted counts as a repeat, so a sheet gets no duplicate row', async () => {
  status = 204
  await sendLeads(1)
  clock.advance(31 * day_ms)
  await deleteBodiesJob.run(platform, {})
  await sendLeads(1)
  await db.adminPool.query(
    `update delivery set status = 'waiting', next_attempt_at = $2, body = null where root_id = $1`,
    [path.rootId, new Date(clock.now())],
  )
  const claims = (await claimDue(platform, path.rootId, await findDue(platform, path.rootId))).flat()
  const isRepeat = new Map(claims.map((one) => [timeOfId(one.id), one.isRepeat]))
  expect([...isRepeat]).toHaveLength(2)
  expect(isRepeat.get(clock.now() - 31 * day_ms)).toBe(true)
  expect(isRepeat.get(clock.now())).toBe(false)
})
