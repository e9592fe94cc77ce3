import { beforeEach, describe, expect, test } from 'vitest'
import { settleCharge } from '#contract/billing/invoices.ts'
import { listRefunds, refundCharge } from '#contract/billing/refunds.ts'
import { exclusionLevels, listExclusionCredits, saveExclusionRule } from '#contract/exclusions/lists.ts'
import { getLead } from '#contract/leads/leads.ts'
import { closePayer } from '#server/areas/billing/periods/close-payers.ts'
import { lockRefund } from '#server/areas/billing/refunds/refunds.ts'
import { undoRefund } from '#server/areas/billing/refunds/book-refund.ts'
import { verifyRefunds } from '#server/areas/billing/refunds/verify-refunds.ts'
import { verifyLedger } from '#server/areas/ledger/verify-ledger.ts'
import { jobs } from '#server/jobs.ts'
import { verifyLeads } from '#server/areas/leads/verify-leads.ts'
import { inScope } from '#server/platform/database/scope.ts'
import { addJob } from '#server/platform/jobs.ts'
import type { TestApp } from '#server/test/app.ts'
import { useExclusionStage } from '#server/test/exclusion-stage.ts'
import type { TestUser } from '#server/test/factories.ts'
import { md5, type PipelineCampaign, type PipelinePerson, type PipelineWorld } from '#server/test/pipeline-world.ts'
import { chargesOf } from '#server/test/payments.ts'
import { runJobs } from '#server/test/run-jobs.ts'

const { now, upload, exclude, readList, undo, visit, pass, clientUser } = useExclusionStage()
let world: PipelineWorld
let http: TestApp
let campaign: PipelineCampaign
let person: PipelinePerson
beforeEach(() => void ({ world, http, campaign, person } = now))

const day_ms = 24 * 3_600_000

describe('grace credit', () => {
  const balances = async () =>
    (
      await world.db.adminPool.query(
        `select kind, sum(balance_e4)::int as balance_e4 from ledger_account where agency_id = $1 group by kind order by kind`,
        [campaign.agencyId],
      )
    ).rows
  const credits = async (user = world.tree.acme.owner) =>
    (await http.as(user).call(listExclusionCredits, { params: { companyId: world.tree.acme.id } })).body.data
  const problems = async () =>
    (await verifyLedger(world.platform.appPool, [verifyLeads, verifyRefunds])).flatMap(({ problems }) => problems)

  /** Invoices, pays and refunds a client's leads, fully or except for `left` dollars. */
  async function refundAll(
    count: number,
    { client = world.tree.acme.clients[0]!, left = 0 } = {},
  ): Promise<{ chargeId: string; people: PipelinePerson[] }> {
    const book = { rootId: world.tree.root.id, agencyId: world.tree.acme.id }
    const campaignOfClient = await world.makeCampaign({}, { agencyId: book.agencyId, clientId: client.id })
    const people: PipelinePerson[] = []
    for (let one = 0; one < count; one++) people.push(await world.makePerson())
    for (const one of people) expect((await visit(one, campaignOfClient)).reason).toBe('lead')
    pass(day_ms)
    const endsOn = new Date(world.clock.now()).toISOString().slice(0, 10)
    await inScope(world.db.appPool, { kind: 'agency', ...book }, (tx) =>
      closePayer(tx, world.clock.now(), { ...book, clientId: client.id, endsOn, zone: 'UTC', least_cents: 0 }),
    )
    const chargeId = (await chargesOf(world.db, client.user)).at(-1)!.id
    const owner = http.as(world.tree.acme.owner)
    await owner.call(settleCharge, { body: { companyID: client.id, chargeID: chargeId } })
    const { data } = (await owner.call(listRefunds, { params: { companyID: client.id, chargeId } })).body
    const body = { companyID: client.id, chargeId, amount: data.refundable - left, reason: 'quality' as const }
    expect((await owner.call(refundCharge, { body })).status).toBe(200)
    return { chargeId, people }
  }

  /** The payer's bank rejects the refunds days later. */
  async function failRefunds(chargeId: string): Promise<void> {
    const book = { rootId: world.tree.root.id, agencyId: world.tree.acme.id }
    const { rows } = await world.db.adminPool.query<{ id: string }>('select id from refund where charge_id = $1', [
      chargeId,
    ])
    await inScope(world.db.appPool, { kind: 'agency', ...book }, async (tx) => {
      for (const { id } of rows) {
        const refund = await lockRefund(tx, book.agencyId, id)
        if (refund?.state === 'succeeded') await undoRefund(tx, world.clock.now(), refund, 'insufficient_funds')
        else await addJob(tx, 'credit-skipped', book)
      }
    })
    await runJobs(world.db, http.platform)
  }

  const skippedBy = async (changeId: string) =>
    (await world.db.adminPool.query('select from lead_credit_skipped where change_id = $1', [changeId])).rowCount

  test.each(exclusionLevels)(
    'for an address added to the list of the %s within three days of its lead returns both legs, once',
    async (level) => {
      const before = await balances()
      expect((await visit()).reason).toBe('lead')
      pass(3 * day_ms)
      await exclude(level, person.email)
      if (before.length > 0) expect(await balances()).toEqual(before)
      expect((await readList(level)).changes[0]).toMatchObject({ credited_leads: 1 })
      if (level !== 'root') expect((await readList(level)).changes[0]).toMatchObject({ credited_retail: 1.25 })
      const after = await balances()
      await exclude('agency', md5(person.email))
      expect(await balances()).toEqual(after)
      expect(await problems()).toEqual([])
    },
  )

  test('is not given later than that, nor for another client’s lead', async () => {
    const { lead_id } = await visit()
    expect(lead_id).not.toBeNull()
    pass(3 * day_ms + 1)
    await exclude('client', person.email)
    expect((await readList('client')).changes[0]).toMatchObject({ credited_leads: 0 })
    const otherCampaign = await world.makeCampaign(
      {},
      { agencyId: world.tree.acme.id, clientId: world.tree.acme.clients[1]!.id },
    )
    const someone = await world.makePerson()
    await visit(someone, otherCampaign)
    await exclude('client', someone.email)
    expect((await readList('client')).changes[0]).toMatchObject({ credited_leads: 0 })
  })

  test('has a number of days that the operator sets, and that agency and client can read', async () => {
    const save = (grace_days: number, user = world.tree.root.system) =>
      http.as(user).call(saveExclusionRule, { body: { grace_days } })
    expect((await readList('agency')).grace_days).toBe(3)
    expect((await save(0)).status).toBe(200)
    expect([(await readList('agency')).grace_days, (await readList('client')).grace_days]).toEqual([0, 0])
    await visit()
    await exclude('client', person.email)
    expect((await readList('client')).changes[0]).toMatchObject({ credited_leads: 0 })
    expect(await save(31)).toMatchObject({ status: 422, body: { field: 'grace_days' } })
    expect((await save(1, world.tree.acme.owner)).status).toBe(403)
    await save(3)
  })

  test('is shown to the agency with both legs, and to the client without what the agency pays', async () => {
    const { lead_id } = await visit()
    pass(1)
    await exclude('client', person.email)
    expect((await credits())[0]).toMatchObject({
      level: 'client',
      leads: 1,
      retail: 1.25,
      wholesale: 0.5,
      undone_at: null,
    })
    const kinds = async (user: TestUser) =>
      (await http.as(user).call(getLead, { params: { id: lead_id! } })).body.data.money.transfers.map(
        ({ kind }) => kind,
      )
    expect(await kinds(clientUser())).toEqual(['lead_retail', 'lead_retail_credit'])
    expect(await kinds(world.tree.acme.owner)).toEqual([
      'lead_retail',
      'lead_wholesale',
      'lead_retail_credit',
      'lead_wholesale_credit',
    ])
  })

  test('is not given for leads that were refunded with their invoice, which would return them twice', async () => {
    // The price of one lead is not refunded.
    const { people } = await refundAll(2, { client: world.tree.acme.clients[1]!, left: 1.25 })
    await exclude('agency', ...people.map(({ email }) => email))
    expect((await readList('agency')).changes[0]).toMatchObject({
      addresses: 2,
      credited_leads: 1,
      credited_retail: 1.25,
    })
    expect(await problems()).toEqual([])
  })

  test.each(['agency', 'client', 'root'] as const)(
    'on the list of the %s that a refund ruled out is given, once, when that refund fails',
    async (level) => {
      const { chargeId, people } = await refundAll(2)
      const before = await balances()
      const id = await exclude(level, ...people.map(({ email }) => email))
      expect((await readList(level)).changes[0]).toMatchObject({ credited_leads: 0 })
      expect(await balances()).toEqual(before)
      await failRefunds(chargeId)
      expect((await readList(level)).changes[0]).toMatchObject({ credited_leads: 2 })
      const after = await balances()
      await failRefunds(chargeId)
      expect(await balances()).toEqual(after)
      expect(await skippedBy(id)).toBe(0)
      expect(await problems()).toEqual([])
      await undo(level, id)
      await runJobs(world.db, http.platform)
    },
  )

  test('that a refund ruled out is not given after its upload was undone', async () => {
    const { chargeId, people } = await refundAll(1)
    const id = await exclude('agency', people[0]!.email)
    await undo('agency', id)
    await runJobs(world.db, http.platform)
    await failRefunds(chargeId)
    expect((await readList('agency')).changes[0]).toMatchObject({ credited_leads: 0 })
    expect(await skippedBy(id)).toBe(0)
    expect(await problems()).toEqual([])
  })

  test('that is given after a failed refund is reversed with its upload', async () => {
    const { chargeId, people } = await refundAll(1)
    const id = await exclude('agency', people[0]!.email)
    await failRefunds(chargeId)
    const afterCredit = await balances()
    await undo('agency', id)
    await runJobs(world.db, http.platform)
    expect(await balances()).not.toEqual(afterCredit)
    const { rows } = await world.db.adminPool.query('select reversed_at from lead_credit where change_id = $1', [id])
    expect(rows).toEqual([{ reversed_at: expect.any(Date) }])
    expect(await problems()).toEqual([])
  })

  test('is reversed with the upload that it came from, and may be given again', async () => {
    await visit()
    const afterCharge = await balances()
    const id = await exclude('client', person.email)
    expect(await balances()).not.toEqual(afterCharge)
    await undo('client', id)
    await runJobs(world.db, http.platform)
    expect(await balances()).toEqual(afterCharge)
    await exclude('client', person.email)
    expect(await balances()).not.toEqual(afterCharge)
    expect(await problems()).toEqual([])
  })

  test('is also given for leads that were decided while the file was imported', async () => {
    const { body } = await upload('client', { content: person.email })
    await visit()
    await runJobs(world.db, http.platform)
    expect((await readList('client')).changes[0]).toMatchObject({ id: body.data.id, credited_leads: 1 })
  })

  test('is also given for people who were added before the job crashed', async () => {
    await visit()
    const others = Array.from({ length: 2_999 }, (_none, n) => `p${n}@example.com`)
    const { body } = await upload('client', { content: [person.email, ...others].join('\n') })
    // The second batch fails, as if the process ended there.
    await world.db.adminPool.query('alter table exclusion_change add constraint killed check (rows_done < 3000)')
    const job = jobs.find(({ name }) => name === 'take-exclusions')!
    const task = { rootId: world.tree.root.id, agencyId: campaign.agencyId, changeId: body.data.id }
    await expect(job.run(http.platform, task)).rejects.toThrow('killed')
    await world.db.adminPool.query('alter table exclusion_change drop constraint killed')
    expect((await readList('client')).jobProgress).toMatchObject([{ current_row: 2_500 }])
    await runJobs(world.db, http.platform)
    expect((await readList('client')).changes[0]).toMatchObject({ addresses: 3_000, credited_leads: 1 })
  })
})
