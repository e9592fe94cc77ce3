import { expect, it, test } from 'vitest'
import { withoutPhones } from '#contract/identity/advance-information.ts'
import { createStillClock } from '#server/platform/clock.ts'
import { inScope } from '#server/platform/database/scope.ts'
import type { Tx } from '#server/platform/database/tx.ts'
import * as world from '#server/test/deliveries-world.ts'
import { openMailingPlatform } from '#server/test/mailing-platform.ts'
import { queueDeliveries } from '#server/areas/integrations/deliveries/queue-deliveries.ts'
import { saveReportRecipients } from '#server/areas/integrations/connections/save-report-recipients.ts'
import type { CampaignPath } from '#server/areas/integrations/deliveries/book.ts'
import { claimDue, lease_ms, type Claimed } from './claim-due.ts'
import { findDue } from './find-due.ts'
import { resendDeliveries } from './resend.ts'

// clientHidePhone, enablephonenumber: hides a phone number from the client at once, even in bodies built before.

const clock = createStillClock(world.noon_ms)
const { db, platform } = await openMailingPlatform(clock)

const information = { job_title: 'Baker', direct_phone: '(555) 555-0143' }
const numbers = ['+15555550100', information.direct_phone]

const asRoot = <T>(path: CampaignPath, run: (tx: Tx) => Promise<T>): Promise<T> =>
  inScope(db.appPool, { kind: 'root', rootId: path.rootId }, run)

type Every = 'lead' | 'hour'

/** A campaign with an email destination and `count` leads that were claimed once, with an unknown outcome. */
async function makeUnheard(count: number, every: Every = 'lead'): Promise<{ path: CampaignPath; first: Claimed }> {
  const path = await world.makeCampaignPath(db.adminPool)
  await asRoot(path, async (tx) => {
    await saveReportRecipients(tx, path, clock.now(), ['ann@plumbright.test'], { every, timeZone: 'UTC' })
    const leads = await world.makeLeads(db.adminPool, path, count, clock.now())
    await db.adminPool.query('update lead set information = $2 where campaign_id = $1', [path.campaignId, information])
    await queueDeliveries(
      tx,
      path,
      clock.now(),
      leads.map((leadId) => ({ leadId, ...path })),
    )
  })
  if (every === 'hour') clock.advance(3_600_000)
  const [first] = await claim(path)
  return { path, first: first! }
}

const claim = async ({ rootId }: CampaignPath): Promise<Claimed[]> =>
  (await claimDue(platform, rootId, await findDue(platform, rootId))).flat()

const claimAgain = (path: CampaignPath): Promise<Claimed[]> => {
  clock.advance(lease_ms + 1)
  return claim(path)
}

const numbersIn = ({ body }: Claimed): string[] => numbers.filter((number) => body!.includes(number))

const hide = {
  'of its campaign': ({ campaignId }: CampaignPath) =>
    db.adminPool.query('update campaign set phone_hidden_at = $2 where id = $1', [campaignId, new Date(clock.now())]),
  'of all of a client': ({ clientId }: CampaignPath) =>
    db.adminPool.query('update company set shows_phone = false where id = $1', [clientId]),
}

test.each(Object.entries(hide))(
  'phone numbers hidden from the client %s are left out of later attempts, which keep the delivery’s id',
  async (_of, hideNumbers) => {
    const { path, first } = await makeUnheard(1)
    expect(numbersIn(first)).toEqual(numbers)
    await hideNumbers(path)
    const [again] = await claimAgain(path)
    expect(again).toMatchObject({ id: first.id, isRepeat: true })
    expect(numbersIn(again!)).toEqual([])
    expect(again!.body).toContain('Baker')
    expect((await claimAgain(path))[0]!.body).toBe(again!.body)
  },
)

it('a digest built before they were hidden leaves phone numbers out too', async () => {
  const { path, first } = await makeUnheard(3, 'hour')
  expect([first.isDigest, numbersIn(first)]).toEqual([true, ['+15555550100']])
  await hide['of its campaign'](path)
  const claims = await claimAgain(path)
  expect(claims.map(({ id }) => id)).toEqual([first.id])
  expect(numbersIn(claims[0]!)).toEqual([])
  expect(claims[0]!.body!.match(/Ada Lovelace/g)).toEqual(first.body!.match(/Ada Lovelace/g))
})

it('a resend after giving up leaves hidden phone numbers out too', async () => {
  const { path, first } = await makeUnheard(1)
  await db.adminPool.query(
    `update delivery set status = 'dead', leased_until = null, next_attempt_at = null where id = $1`,
    [first.id],
  )
  await hide['of its campaign'](path)
  await asRoot(path, (tx) => resendDeliveries(tx, path, { ids: [first.id], clientId: null }, false, clock.now()))
  expect(numbersIn((await claimAgain(path))[0]!)).toEqual([])
})

it('a delivery without phone numbers, or for a client that sees them, is sent with its stored bytes', async () => {
  const { path, first } = await makeUnheard(1)
  await db.adminPool.query(`update campaign set name = 'Renamed' where id = $1`, [path.campaignId])
  expect((await claimAgain(path))[0]!.body).toBe(first.body)
  await db.adminPool.query('update lead set phone_e164 = null, information = $2 where campaign_id = $1', [
    path.campaignId,
    withoutPhones(information),
  ])
  await hide['of its campaign'](path)
  expect((await claimAgain(path))[0]!.body).toBe(first.body)
})
