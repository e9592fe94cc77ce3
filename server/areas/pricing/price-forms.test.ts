import { describe, expect, test } from 'vitest'
import { readRetailCost, setRetailCost } from '#contract/pricing/retail.ts'
import { readSetting, saveSetting } from '#contract/settings/settings.ts'
import { noLimits } from '#server/test/app.ts'
import type { TestUser } from '#server/test/factories.ts'
import { openTree } from '#server/test/open-tree.ts'

const { http, tree } = await openTree({ limiter: noLimits })

describe('what an agency pays', () => {
  const readForm = async () => {
    const query = { companyID: tree.acme.id, settingname: 'costagency' } as const
    return (await http.as(tree.root.system).call(readSetting, { query })).body
  }
  const save = (by: TestUser, Weekly: Record<string, number>, version: string | undefined) =>
    http.as(by).call(saveSetting, {
      body: { companyID: tree.acme.id, settingname: 'costagency', version, Weekly },
    })

  test('does not overwrite somebody else’s newer price', async () => {
    const { version } = await readForm()
    expect((await save(tree.root.admin, { LeadspeekCostperlead: 0.61 }, version)).status).toBe(200)
    const refusal = await save(tree.root.system, { LeadspeekCostperlead: 0.62 }, version)
    expect(refusal.status).toBe(409)
    expect(refusal.body.change).toMatchObject({
      changed_by: [expect.any(String)],
      changed_fields: ['Weekly.LeadspeekCostperlead'],
    })
    const costs = (await readForm()).data
    expect(costs).toMatchObject({ Weekly: { LeadspeekCostperlead: 0.61 } })
    const current = String(refusal.body.change!.current)
    expect((await save(tree.root.system, { LeadspeekCostperlead: 0.62 }, current)).status).toBe(200)
  })

  test('accepts two people’s changes to different prices, one after the other', async () => {
    const { version } = await readForm()
    expect((await save(tree.root.admin, { LeadspeekCostperlead: 0.7 }, version)).status).toBe(200)
    expect((await save(tree.root.system, { LocatorCostperlead: 3.1 }, version)).status).toBe(200)
    expect((await readForm()).data).toMatchObject({ Weekly: { LeadspeekCostperlead: 0.7, LocatorCostperlead: 3.1 } })
  })

  test('keeps one of four concurrent changes to one price', async () => {
    const { version } = await readForm()
    const { system, admin } = tree.root
    const answers = await Promise.all(
      [system, admin, system, admin].map((by, at) => save(by, { LeadspeekCostperlead: at + 1 }, version)),
    )
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409, 409, 409])
  })
})

describe('what a client pays', () => {
  const readForm = async () => {
    const params = { companyID: tree.acme.clients[0]!.id }
    return (await http.as(tree.acme.owner).call(readRetailCost, { params })).body
  }
  const save = (by: TestUser, line: Record<string, unknown>, version: string | undefined) =>
    http.as(by).call(setRetailCost, {
      body: {
        companyID: tree.acme.clients[0]!.id,
        version,
        costs: [{ ModuleName: 'local', PaymentTerm: 'Weekly', ...line }],
      } as never,
    })

  test.each([
    ['a price', { CostSet: 5 }, { CostSet: 6 }, 'Weekly.LeadspeekCostperlead'],
    ['a bound', { CostMaxLead: 9 }, { CostMaxLead: 8 }, 'Weekly.LeadspeekCostMaxLead'],
  ])('does not overwrite somebody else’s newer choice of %s', async (_what, one, other, field) => {
    const { admin, owner } = tree.acme
    const { version } = await readForm()
    expect((await save(admin, one, version)).status).toBe(200)
    const refusal = await save(owner, other, version)
    expect([refusal.status, refusal.body.change?.changed_fields]).toEqual([409, [field]])
    expect((await save(owner, other, String(refusal.body.change!.current))).status).toBe(200)
  })

  test('accepts a price and a limit from two people, one after the other', async () => {
    const { version } = await readForm()
    expect((await save(tree.acme.admin, { CostSet: 7 }, version)).status).toBe(200)
    expect((await save(tree.acme.owner, { LimitLead: 12 }, version)).status).toBe(200)
    const { data, bounds } = await readForm()
    expect([data.Weekly.LeadspeekCostperlead, bounds['Weekly']!['local']!.LimitLead]).toEqual([7, 12])
  })
})
