import { beforeAll, describe, expect, test } from 'vitest'
import { readReportAnalytics, readRootRevenue } from '#contract/reports/analytics.ts'
import { reportAgencies } from '#contract/reports/agencies.ts'
import { readReportChart } from '#contract/reports/dashboard.ts'
import { downloadReportTable, readReportTable } from '#contract/reports/tables.ts'
import { useEnrichmentStage } from '#server/test/enrichment-stage.ts'

const { now, owner, client, matched, bought } = useEnrichmentStage()
const open = { start: 'all', end: 'all' }

const http = () => now.http
const nothing = { leads: 0, retail_e4: 0, wholesale_e4: 0 }
let sums = nothing

describe('revenue from an enriched list', () => {
  beforeAll(async () => {
    const lines = ['email']
    for (let n = 0; n < 3; n += 1) lines.push((await now.world.makeCompletePerson()).email)
    await bought(await matched(lines.join('\n')))
    const bookings = await now.world.db.adminPool.query<{ kind: string; amount: number }>(
      `select kind, sum(amount_e4)::int as amount from ledger_transfer where agency_id = $1 group by kind order by kind`,
      [now.world.tree.acme.id],
    )
    expect(bookings.rows.map(({ kind }) => kind)).toEqual(['enrichment_retail', 'enrichment_wholesale'])
    const [retail_e4, wholesale_e4] = bookings.rows.map(({ amount }) => amount) as [number, number]
    sums = { leads: 0, retail_e4, wholesale_e4 }
  })

  test('is in the operator’s revenue, matching the ledger, and counts no leads', async () => {
    const { acme, root } = now.world.tree
    const revenue = (await http().as(root.system).call(readRootRevenue, { params: open })).body
    expect(revenue).toMatchObject({ total: sums, previous: nothing })
    expect(revenue.by_module).toEqual([{ leadspeek_type: 'enhance', ...sums }])
    expect(revenue.by_day.at(-1)).toMatchObject(sums)
    expect(revenue.by_day.at(-2)).toMatchObject(nothing)
    const agencies = (await http().as(root.system).call(reportAgencies, { params: open, query: {} })).body
    expect(agencies.data.find(({ company_id }) => company_id === acme.id)).toMatchObject({
      leads: 0,
      retail_cents: sums.retail_e4 / 100,
      wholesale_cents: sums.wholesale_e4 / 100,
    })
  })

  test('is in the charts, where a client sees what it pays, and never what its agency pays', async () => {
    const chartOf = async (user = owner(), moduleType: 'all' | 'enhance' | 'local' = 'all') => {
      const companyID = user === owner() ? now.world.tree.acme.id : client().id
      const params = { companyID, clientID: 'all', ...open }
      return (await http().as(user).call(readReportChart, { params, query: { moduleType } })).body
    }
    const { retail_e4 } = sums
    expect((await chartOf()).total).toEqual({ ...sums, enriched_e4: retail_e4 })
    expect((await chartOf(owner(), 'enhance')).days.at(-1)).toMatchObject({ ...sums, enriched_e4: retail_e4 })
    expect((await chartOf(owner(), 'local')).total).toEqual({ ...nothing, enriched_e4: 0 })
    expect((await chartOf(client().user)).total).toEqual({ leads: 0, retail_e4, enriched_e4: retail_e4 })
  })

  test.each(['campaigns', 'clients', 'modules', 'days'] as const)(
    'is in the margin of the table of %s',
    async (kind) => {
      const params = { companyID: now.world.tree.acme.id, clientID: 'all', kind, ...open }
      const { body } = await http().as(owner()).call(readReportTable, { params, query: {} })
      const cell = (column: (typeof body.columns)[number]) => body.total[body.columns.indexOf(column)]
      const { retail_e4, wholesale_e4 } = sums
      expect([cell('spend'), cell('wholesale'), cell('margin'), cell('leads'), cell('cost_per_lead')]).toEqual([
        retail_e4,
        wholesale_e4,
        retail_e4 - wholesale_e4,
        0,
        null,
      ])
    },
  )

  test('is the same wherever the operator reads its wholesale revenue', async () => {
    const { root, acme } = now.world.tree
    const as = http().as(root.system)
    const revenue = (await as.call(readRootRevenue, { params: open })).body
    const analyticsOf = async (companyID: string, moduleType: 'all' | 'enhance' | 'local' = 'all') =>
      (await as.call(readReportAnalytics, { params: { ...open, companyID, moduleType }, query: {} })).body
    const all = await analyticsOf('all')
    const { retail_e4, wholesale_e4 } = sums
    const money = { retail_e4, wholesale_e4 }
    expect([all.totals, all.by_day.at(-1), all.by_module]).toMatchObject([
      money,
      money,
      [{ leadspeek_type: 'enhance', ...money }],
    ])
    expect(all.totals.wholesale_e4).toBe(revenue.total.wholesale_e4)
    expect(all.data.find(({ company_id }) => company_id === acme.id)).toMatchObject(money)
    expect((await analyticsOf(acme.id)).data.find(({ company_id }) => company_id === client().id)).toMatchObject(money)
    expect([(await analyticsOf('all', 'enhance')).totals, (await analyticsOf('all', 'local')).totals]).toMatchObject([
      money,
      { retail_e4: 0, wholesale_e4: 0 },
    ])
  })

  test('of an uploaded list is a row of its own among campaigns, also in files', async () => {
    const params = { companyID: now.world.tree.acme.id, clientID: 'all', kind: 'campaigns' as const, ...open }
    const { rows } = (await http().as(owner()).call(readReportTable, { params, query: {} })).body
    expect(rows).toMatchObject([{ key: 'lists', name: null }])
    const file = await http()
      .as(owner())
      .call(downloadReportTable, { params, query: { format: 'csv' } })
    expect(file.raw.payload).toContain('Enriched lists')
  })
})
