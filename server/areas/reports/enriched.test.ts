import { beforeAll, describe, expect, test } from 'vitest'
import { readRootRevenue } from '#contract/reports/analytics.ts'
import { reportAgencies } from '#contract/reports/agencies.ts'
import { readReportChart } from '#contract/reports/dashboard.ts'
import { readReportTable } from '#contract/reports/tables.ts'
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
    const booked = await now.world.db.adminPool.query<{ kind: string; amount: number }>(
      `select kind, sum(amount_e4)::int as amount from ledger_transfer where agency_id = $1 group by kind order by kind`,
      [now.world.tree.acme.id],
    )
    expect(booked.rows.map(({ kind }) => kind)).toEqual(['enrichment_retail', 'enrichment_wholesale'])
    const [retail_e4, wholesale_e4] = booked.rows.map(({ amount }) => amount) as [number, number]
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

  test.each(['clients', 'modules', 'days'] as const)('is in the margin of the table of %s', async (kind) => {
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
  })
})
