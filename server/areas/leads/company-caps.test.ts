import pg from 'pg'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { readCompanyCap, saveAgencyCap, saveClientCap } from '#contract/leads/company-cap.ts'
import { readMonthCap } from '#contract/leads/month-cap.ts'
import { listVisits } from '#contract/leads/visits.ts'
import { createTestApp, type TestApp } from '#server/test/app.ts'
import { md5, openPipelineWorld, type PipelineCampaign } from '#server/test/pipeline-world.ts'
import { resolveAgency } from './resolve-agency.ts'

// A lead costs the client $1.25 and the agency $0.50.

const world = await openPipelineWorld()
const { acme, brightside, root } = world.tree
const [client, otherClient] = acme.clients as [(typeof acme.clients)[0], (typeof acme.clients)[0]]
let http: TestApp
// Each test has its own month without spending.
let month = 0
beforeEach(async () => {
  world.clock.advance(Date.UTC(2026, month++, 15, 18) - world.clock.now())
  // Sessions don't last a month.
  http = await createTestApp(world.db, { clock: world.clock })
  await world.db.adminPool.query('delete from money_cap')
  await world.db.adminPool.query(`update campaign set status = 'stop'`)
})
afterEach(() => http.close())

async function hits(campaign: PipelineCampaign, count: number): Promise<void> {
  for (let at = 0; at < count; at++) {
    const { email } = await world.makePerson()
    await world.hit(campaign, { hashes: [md5(email)], at_ms: world.clock.now() })
  }
}
/** Visits of new people in one batch. Returns how many became leads. */
async function visitors(campaign: PipelineCampaign, count: number): Promise<number> {
  await hits(campaign, count)
  return (await world.resolve(campaign)).leads
}
const reasonsOf = async (campaign: PipelineCampaign) => (await world.visits(campaign)).map(({ reason }) => reason)
const ofOther = () => world.makeCampaign({}, { agencyId: acme.id, clientId: otherClient.id })

const capClient = (month_cap_cents: number, companyId = client.id, user = acme.owner) =>
  http.as(user).call(saveClientCap, { params: { companyID: companyId }, body: { month_cap_cents } })
const capAgency = (month_cap_cents: number, companyId = acme.id, user = root.system) =>
  http.as(user).call(saveAgencyCap, { params: { companyID: companyId }, body: { month_cap_cents } })
const readCap = async (companyId = client.id, user = acme.owner) =>
  (await http.as(user).call(readCompanyCap, { params: { companyID: companyId } })).body.data

describe('a client’s cap', () => {
  test('stops all of its campaigns together, to the cent, and nobody else’s', async () => {
    const [one, two, elsewhere] = [await world.makeCampaign(), await world.makeCampaign(), await ofOther()]
    expect((await capClient(500)).status).toBe(200)
    expect(await visitors(one, 3)).toBe(3)
    expect(await visitors(two, 3)).toBe(1)
    expect((await reasonsOf(two)).toSorted()).toEqual(['cap_reached', 'cap_reached', 'lead'])
    expect(await visitors(one, 1)).toBe(0)
    expect(await visitors(elsewhere, 3)).toBe(3)
    expect(await readCap()).toMatchObject({ cap_cents: 500, used_cents: 500, is_met: true })
  })

  test('counts leads from before it was set, and lets leads continue once it is raised', async () => {
    const [one, two] = [await world.makeCampaign(), await world.makeCampaign({ retail_price_e4: 20_000 })]
    expect([await visitors(one, 2), await visitors(two, 1)]).toEqual([2, 1])
    await capClient(600)
    expect(await readCap()).toMatchObject({ used_cents: 450, is_met: true })
    expect(await visitors(two, 1)).toBe(0)
    expect(await visitors(one, 2)).toBe(1)
    await capClient(700)
    expect(await visitors(one, 2)).toBe(1)
    await capClient(0)
    expect(await visitors(one, 2)).toBe(2)
    expect(await readCap()).toMatchObject({ cap_cents: 0, used_cents: 0, is_met: false })
  })

  test('applies in addition to a campaign’s own', async () => {
    const [one, two] = [await world.makeCampaign({ month_cap_cents: 250 }), await world.makeCampaign()]
    await capClient(500)
    expect([await visitors(one, 4), await visitors(two, 4)]).toEqual([2, 2])
  })

  test('resets with the month in the agency’s time zone, not the campaign’s', async () => {
    await world.db.adminPool.query(`update company set time_zone = 'Asia/Tokyo' where id = $1`, [acme.id])
    const campaign = await world.makeCampaign({ time_zone: 'America/Los_Angeles' })
    const border = Date.parse('2026-04-30T15:00:00Z')
    world.clock.advance(border - 60_000 - world.clock.now())
    await http.close()
    http = await createTestApp(world.db, { clock: world.clock })
    await capClient(250)
    world.clock.advance(59_999)
    expect(await visitors(campaign, 3)).toBe(2)
    expect(await readCap()).toMatchObject({ cap_cents: 250, used_cents: 250, is_met: true, anew_on: '2026-05-01' })
    world.clock.advance(1)
    expect(await readCap()).toMatchObject({ cap_cents: 250, used_cents: 0, is_met: false, anew_on: '2026-06-01' })
    expect(await visitors(campaign, 3)).toBe(2)
    // The agency moves to a time zone where it is still April: all four leads are of that month.
    await world.db.adminPool.query(`update company set time_zone = 'America/Chicago' where id = $1`, [acme.id])
    expect(await visitors(campaign, 1)).toBe(0)
    expect(await readCap()).toMatchObject({ used_cents: 500, anew_on: '2026-05-01' })
  })

  test('is never exceeded by sixteen concurrent workers across several campaigns', async () => {
    const campaigns = [await world.makeCampaign(), await world.makeCampaign(), await world.makeCampaign()]
    await capClient(2_000)
    await capAgency(100_00)
    for (const campaign of campaigns) await hits(campaign, 10)
    const work = async (): Promise<void> => {
      for (let round = 0; round < 6; round++) await resolveAgency(world.platform, acme.id, 3)
    }
    await Promise.all(Array.from({ length: 16 }, work))
    await world.resolve(campaigns[0]!)
    const reasons = (await Promise.all(campaigns.map(reasonsOf))).flat()
    expect(reasons.filter((reason) => reason === 'lead')).toHaveLength(16)
    expect(reasons.filter((reason) => reason === 'cap_reached')).toHaveLength(14)
    expect(await readCap()).toMatchObject({ used_cents: 2_000, is_met: true })
    expect(await readCap(acme.id)).toMatchObject({ used_cents: 800, is_met: false })
  })
})

describe('an agency’s cap', () => {
  test('stops the campaigns of all its clients based on their wholesale cost', async () => {
    const [one, two] = [await world.makeCampaign(), await ofOther()]
    expect((await capAgency(199)).status).toBe(200)
    expect([await visitors(one, 2), await visitors(two, 3), await visitors(one, 1)]).toEqual([2, 1, 0])
    expect(await readCap(acme.id)).toMatchObject({ cap_cents: 199, used_cents: 150, is_met: true })
    expect(await readCap(acme.id, root.system)).toMatchObject({ used_cents: 150 })
    expect(await readCap(brightside.id, root.system)).toMatchObject({ cap_cents: 0 })
  })
})

describe('a cap', () => {
  test('is set by whoever sells to the company, and by nobody else', async () => {
    const statusOf = async (answer: Promise<{ status: number }>) => (await answer).status
    expect(await statusOf(capClient(500, client.id, client.user))).toBe(403)
    expect(await statusOf(capClient(500, client.id, root.system))).toBe(403)
    expect(await statusOf(capClient(500, client.id, brightside.owner))).toBe(404)
    expect(await statusOf(capClient(500, acme.id))).toBe(403)
    expect(await statusOf(capAgency(500, acme.id, acme.owner))).toBe(403)
    const ofClient = await capAgency(500, client.id)
    expect([ofClient.status, ofClient.body.field]).toEqual([422, 'companyID'])
    expect((await world.db.adminPool.query('select from money_cap')).rowCount).toBe(0)
  })

  test('is visible to its client, and an agency’s to no client', async () => {
    await capClient(500)
    await capAgency(700)
    expect(await readCap(client.id, client.user)).toMatchObject({ cap_cents: 500 })
    const readAs = (companyId: string) =>
      http.as(client.user).call(readCompanyCap, { params: { companyID: companyId } })
    expect([(await readAs(acme.id)).status, (await readAs(otherClient.id)).status]).toEqual([404, 404])
  })

  test('is shown on the page of a campaign that it stops, to those who may see it', async () => {
    const campaign = await world.makeCampaign({ month_cap_cents: 10_000 })
    const above = async (user = acme.owner) => {
      const { body } = await http.as(user).call(readMonthCap, { params: { id: campaign.id } })
      expect(body.data).toMatchObject({ cap_cents: 10_000, is_met: false })
      return body.data.above.map(({ of }: { of: string }) => of)
    }
    await capClient(250)
    await capAgency(100)
    expect(await above()).toEqual([])
    expect(await visitors(campaign, 3)).toBe(2)
    expect(await above()).toEqual(['client', 'agency'])
    expect(await above(root.system)).toEqual(['client', 'agency'])
    expect(await above(client.user)).toEqual(['client'])
    await capClient(0)
    expect(await above(client.user)).toEqual([])
  })

  test('is shown for each visit that it stopped, to those who may know whose cap it is', async () => {
    const one = await world.makeCampaign({ month_cap_cents: 130 })
    const two = await world.makeCampaign()
    const three = await world.makeCampaign()
    await capClient(250)
    expect([await visitors(one, 2), await visitors(two, 2)]).toEqual([1, 1])
    await capClient(0)
    await capAgency(100)
    expect(await visitors(three, 1)).toBe(0)
    const toldTo = async (user: typeof acme.owner) => {
      const params = {
        companyID: user === acme.owner ? acme.id : client.id,
        clientID: client.id,
        start: 'all',
        end: 'all',
      }
      const { body } = await http.as(user).call(listVisits, { params, query: { reason: 'cap_reached', PerPage: 3 } })
      return body.data.map((visit: { cap_of: string | null }) => visit.cap_of).toSorted()
    }
    expect(await toldTo(acme.owner)).toEqual(['agency', 'campaign', 'client'])
    expect(await toldTo(client.user)).toEqual(['campaign', 'client', null])
  })

  test('does not overwrite somebody else’s newer change unless confirmed', async () => {
    await capClient(500)
    const { version } = await readCap()
    const save = (month_cap_cents: number, of?: string) =>
      http
        .as(acme.owner)
        .call(saveClientCap, { params: { companyID: client.id }, body: { month_cap_cents, version: of } as never })
    const first = await save(600, version)
    expect(first.status).toBe(200)
    const late = await save(700, version)
    expect(late).toMatchObject({ status: 409, body: { change: { changed_fields: ['month_cap_cents'] } } })
    expect(late.body.change!.changed_by).toHaveLength(1)
    expect(await readCap()).toMatchObject({ cap_cents: 600 })
    expect((await save(700, String(late.body.change!.current))).status).toBe(200)
    expect((await save(800, (await readCap()).version)).status).toBe(200)
    expect((await save(900)).status).toBe(200)
  })

  test('is saved by only one of two people who save the first one at the same time', async () => {
    const { version } = await readCap()
    const statuses = await Promise.all(
      [500, 600].map(async (month_cap_cents) => {
        const body = { month_cap_cents, version } as never
        return (await http.as(acme.owner).call(saveClientCap, { params: { companyID: client.id }, body })).status
      }),
    )
    expect(statuses.toSorted()).toEqual([200, 409])
  })

  test('is logged with its previous value', async () => {
    await capClient(500)
    await capClient(700)
    const { rows } = await world.db.adminPool.query(
      `select before, after from activity where action = 'billing.moneyCapSet' order by seq desc limit 1`,
    )
    expect(JSON.stringify(rows[0])).toMatch(/500.*700/)
  })

  test('adds no queries to batches when none is set', async () => {
    const campaign = await world.makeCampaign()
    const queries = vi.spyOn(pg.Client.prototype, 'query')
    const statements = async (): Promise<number> => {
      await hits(campaign, 2)
      queries.mockClear()
      expect((await world.resolve(campaign)).leads).toBe(2)
      const texts = queries.mock.calls.map(([query]) =>
        typeof query === 'string' ? query : (query as { text: string }).text,
      )
      // Other tests' transactions may hold back hits briefly: then two batches run the same statements.
      return new Set(texts.filter((text) => /cap_use\b/.test(text))).size
    }
    expect(await statements()).toBe(0)
    // An alert on an amount adds no statements.
    const body = { month_cap_cents: 0, alert_cents: 100 }
    await http.as(acme.owner).call(saveClientCap, { params: { companyID: client.id }, body })
    expect(await statements()).toBe(0)
    await capClient(50_000)
    await capAgency(50_000)
    // Both caps together: sum, lock, write.
    expect(await statements()).toBe(3)
    queries.mockRestore()
  })
})
