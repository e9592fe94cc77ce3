import { beforeEach, describe, expect, test } from 'vitest'
import { getLead, listLeads } from '#contract/leads/leads.ts'
import { getPerson } from '#contract/leads/person.ts'
import type { TestUser } from '#server/test/factories.ts'
import { useReturnStage } from '#server/test/return-stage.ts'

// A lead that was credited says so wherever it is shown, with what it costs now by the ledger.

const { now, owner, client, sellLead, give, setRule } = useReturnStage()
beforeEach(() => setRule({}))

const readLead = async (id: string, user: TestUser) =>
  (await now.http.as(user).call(getLead, { params: { id } })).body.data

async function listed(id: string, user: TestUser) {
  const params = { companyID: user.companyId, clientID: 'all', start: 'all', end: 'all' }
  const { body } = await now.http.as(user).call(listLeads, { params, query: { PerPage: 100 } })
  return body.data.find((lead) => lead.id === id)!
}

/** What was booked for the lead in one leg, less what was credited of it, in 1/10,000 dollar. */
async function bookedCost(id: string, leg: 'retail' | 'wholesale'): Promise<number> {
  const { rows } = await now.world.db.adminPool.query<{ cost: number }>(
    `select sum(case when kind = $2 || '_credit' then -amount_e4 else amount_e4 end)::int as cost
       from ledger_transfer where reference_id = $1 and kind in ($2, $2 || '_credit', $2 || '_reversal')`,
    [id, `lead_${leg}`],
  )
  return rows[0]!.cost
}

describe('a returned lead', () => {
  test('is marked in the list, on its page and on its person’s, with what the ledger says that it costs', async () => {
    const id = await sellLead()
    expect((await listed(id, owner())).credit).toBeNull()
    await give(id)
    const credit = { cause: 'return', retail: 1.25, wholesale: 0.5 }
    const row = await listed(id, owner())
    expect(row.credit).toEqual(credit)
    expect((await readLead(id, owner())).credit).toEqual(credit)
    const person = await now.http.as(owner()).call(getPerson, { params: { id } })
    expect(person.body.data.leads.map((lead) => lead.credit)).toEqual([credit])
    expect(Math.round((row.retail_price - row.credit!.retail) * 10_000)).toBe(await bookedCost(id, 'retail'))
    expect(Math.round((row.wholesale_price! - row.credit!.wholesale!) * 10_000)).toBe(await bookedCost(id, 'wholesale'))
  })

  test('tells a client what it got back, and not what its agency did', async () => {
    const id = await sellLead()
    await give(id)
    expect((await listed(id, client().user)).credit).toEqual({ cause: 'return', retail: 1.25 })
  })

  test('is no longer marked once its credit is reversed', async () => {
    const id = await sellLead()
    await give(id)
    await now.world.db.adminPool.query('update lead_credit set reversed_at = credited_at where lead_id = $1', [id])
    expect((await listed(id, owner())).credit).toBeNull()
  })
})
