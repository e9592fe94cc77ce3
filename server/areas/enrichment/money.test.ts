import { describe, expect, test } from 'vitest'
import { enrichCampaign } from '#contract/enrichment/enrichments.ts'
import { closePayer } from '#server/areas/billing/periods/close-payers.ts'
import { removeEnrichmentRows } from '#server/areas/enrichment/remove-rows.ts'
import { inScope } from '#server/platform/database/scope.ts'
import { useEnrichmentStage } from '#server/test/enrichment-stage.ts'
import { md5 } from '#server/test/pipeline-world.ts'
import { balancesOf } from '#server/test/payments.ts'
import { buyPrepaid, lotsOf } from '#server/test/prepaid.ts'
import { whileRefused } from '#server/test/refuse-rows.ts'

const { now, owner, client, read, matched, matchedLeads, bought, buy, download } = useEnrichmentStage()
const book = () => ({ rootId: now.world.tree.root.id, agencyId: now.world.tree.acme.id })
const balances = () => balancesOf(now.world.db, book().agencyId)
const query = (text: string, values: unknown[] = []) => now.world.db.adminPool.query(text, values)
const day_ms = 86_400_000

async function listOf(count: number): Promise<string> {
  const lines = ['email']
  for (let n = 0; n < count; n += 1) lines.push((await now.world.makeCompletePerson()).email)
  return matched(lines.join('\n'))
}

describe('the purchase of a list', () => {
  test('is booked once in both legs, however often it is requested', async () => {
    const id = await listOf(3)
    const { quote } = await read(id)
    const before = await balances()
    const answers = await Promise.all([buy(id, quote!.quote_id), buy(id, quote!.quote_id)])
    expect(answers.map(({ status }) => status)).toEqual([200, 200])
    expect((await buy(id, quote!.quote_id)).status).toBe(200)
    const after = await balances()
    const changeOf = (kind: string) => (after[kind] ?? 0) - (before[kind] ?? 0)
    expect([changeOf('client_receivable'), changeOf('agency_revenue')]).toEqual([-1_200, 1_200])
    expect([changeOf('agency_payable'), changeOf('root_revenue')]).toEqual([-450, 450])
    const { rows } = await query(
      `select kind, amount_e4::int as amount, client_id is null as "isAgencys" from ledger_transfer
        where reference_id = $1 order by kind`,
      [id],
    )
    expect(rows).toEqual([
      { kind: 'enrichment_retail', amount: 120_000, isAgencys: false },
      { kind: 'enrichment_wholesale', amount: 45_000, isAgencys: true },
    ])
  })

  test('is rejected at a price other than the one shown, and the new price is shown', async () => {
    const id = await listOf(1)
    const { quote } = await read(id)
    const setPrice = (price_e4: number) =>
      query(
        `insert into retail_cost (root_id, agency_id, client_id, module, term, cost_per_lead_e4, valid_from, set_by)
         select $1, $2, $3, 'enhance', term, $5, '2026-01-01', $4
           from unnest('{Weekly,Monthly,Prepaid,OneTime}'::text[]) term`,
        [book().rootId, book().agencyId, client().id, owner().id, price_e4],
      )
    await setPrice(60_000)
    const answer = await buy(id, quote!.quote_id)
    expect([answer.status, answer.body.code]).toEqual([409, 'terms_changed'])
    expect(await read(id)).toMatchObject({ status: 'matched', quote: { unit_price: 6, total: 6 } })
    await bought(id)
    await setPrice(40_000)
  })

  test('is rejected with no_funds while a payment has failed', async () => {
    const id = await listOf(1)
    for (const companyId of [client().id, book().agencyId]) {
      const { quote } = await read(id)
      await query(`update company set payment_status = 'failed' where id = $1`, [companyId])
      const answer = await buy(id, quote!.quote_id)
      await query(`update company set payment_status = 'ok' where id = $1`, [companyId])
      expect([answer.status, answer.body.code]).toEqual([409, 'no_funds'])
    }
    expect(await read(id)).toMatchObject({ status: 'matched' })
    await bought(id)
  })

  test('is on the invoices of its client and its agency once', async () => {
    const id = await listOf(2)
    await bought(id)
    const until = new Date(now.world.clock.now() + 3 * day_ms).toISOString().slice(0, 10)
    const close = (clientId: string | null) =>
      inScope(now.world.db.appPool, { kind: 'agency', ...book() }, (tx) =>
        closePayer(tx, now.world.clock.now(), { ...book(), clientId, endsOn: until, zone: 'UTC', least_cents: 0 }),
      )
    expect([await close(client().id), await close(null)]).toEqual([true, true])
    const { rows } = await query(
      `select l.client_id is null as "isAgencys", sum(l.amount_cents)::int as cents, bool_and(l.kind = 'enrichment') as only,
              max(l.campaign_name) as name
         from invoice_line l where l.agency_id = $1 group by 1 order by 1`,
      [book().agencyId],
    )
    const sums = await query(
      `select sum(people * retail_price_e4)::int / 100 as retail, sum(people * wholesale_price_e4)::int / 100 as wholesale
         from enrichment where agency_id = $1 and status = 'bought'`,
      [book().agencyId],
    )
    expect(rows).toEqual([
      { isAgencys: false, cents: sums.rows[0].retail, only: true, name: 'people.csv' },
      { isAgencys: true, cents: sums.rows[0].wholesale, only: true, name: 'people.csv' },
    ])
    expect([await close(client().id), await close(null)]).toEqual([false, false])
  })
})

describe('leads of a campaign', () => {
  test('get the kinds of information that they lack, and are not offered again', async () => {
    const campaign = await now.world.makeCampaign()
    const person = await now.world.makeCompletePerson()
    const { lead_id } = await now.world.visit(campaign, { hashes: [md5(person.email)] })
    const id = await matchedLeads(campaign.id)
    expect(await read(id)).toMatchObject({
      name: 'Winter visitors',
      rows_total: 1,
      people: 1,
      leadspeek_api_id: campaign.id,
    })
    const informationOf = async () =>
      (await query('select information from lead where id = $1', [lead_id])).rows[0].information
    expect(await informationOf()).toBeNull()
    await bought(id)
    expect(await informationOf()).toMatchObject({ age_band: 'Known age_band', interests: 'Known interests' })
    expect((await download(id)).rows).toMatchObject([{ lead_id, first_name: 'Ada', matched_by: 'lead' }])
    // Nothing more than these five kinds is known about the person.
    expect(await read(await matchedLeads(campaign.id))).toMatchObject({ people: 0, quote: null })
  })

  test('are matched again on a new request, which ends the earlier offer', async () => {
    const campaign = await now.world.makeCampaign()
    const people = [await now.world.makeCompletePerson(), await now.world.makeCompletePerson()]
    await now.world.visit(campaign, { hashes: [md5(people[0]!.email)] })
    const first = await matchedLeads(campaign.id)
    now.world.clock.advance(1)
    await now.world.visit(campaign, { hashes: [md5(people[1]!.email)] })
    const second = await matchedLeads(campaign.id)
    expect(await read(first)).toMatchObject({ has_rows: 'F', quote: null })
    expect(await read(second)).toMatchObject({ people: 2 })
  })

  test('are rejected when none of them lacks information', async () => {
    const campaign = await now.world.makeCampaign()
    const answer = await now.http.as(client().user).call(enrichCampaign, { params: { id: campaign.id }, body: {} })
    expect([answer.status, answer.body.message]).toEqual([409, 'This campaign’s leads are already complete.'])
  })
})

test('rows are removed after 30 days, and the amounts paid are kept', async () => {
  const [boughtList, open] = [await listOf(1), await listOf(1)]
  await bought(boughtList)
  now.world.clock.advance(1)
  await removeEnrichmentRows(now.http.platform, now.world.clock.now())
  expect(await read(boughtList)).toMatchObject({ status: 'bought', has_rows: 'F', total: 4 })
  expect(await read(open)).toMatchObject({ status: 'matched', has_rows: 'F', quote: null })
  expect((await download(boughtList)).body.message).toBe('The rows of this list were removed after 30 days.')
})

test('a list whose rows cannot be removed does not block others', async () => {
  const [stuck, otherList] = [await listOf(1), await listOf(1)]
  now.world.clock.advance(1)
  await whileRefused(now.world.db, 'enrichment', `id <> '${stuck}' or rows_removed_at is null`, () =>
    removeEnrichmentRows(now.http.platform, now.world.clock.now()),
  )
  expect(await read(stuck)).toMatchObject({ has_rows: 'T' })
  expect(await read(otherList)).toMatchObject({ has_rows: 'F' })
})

test('a prepaid agency buys from its balance, and cannot buy without enough', async () => {
  const id = await listOf(2)
  await buyPrepaid(now.world.db, book(), { amount_cents: 200, at_ms: now.world.clock.now() })
  const { quote } = await read(id)
  const answer = await buy(id, quote!.quote_id)
  expect([answer.status, answer.body.code]).toEqual([409, 'no_funds'])
  now.world.clock.advance(1)
  await buyPrepaid(now.world.db, book(), { amount_cents: 500, at_ms: now.world.clock.now() })
  await bought(id)
  expect((await lotsOf(now.world.db, book().agencyId)).map(({ left_cents }) => Number(left_cents))).toEqual([0, 400])
})
