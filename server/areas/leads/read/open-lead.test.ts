import { beforeAll, describe, expect, test } from 'vitest'
import { getLead } from '#contract/leads/leads.ts'
import type { TestUser } from '#server/test/factories.ts'
import { openApp } from '#server/test/open-app.ts'
import { openPipelineWorld, md5, type PipelineCampaign } from '#server/test/pipeline-world.ts'

const day_ms = 86_400_000
const world = await openPipelineWorld()
const http = await openApp(world)
let campaign: PipelineCampaign

beforeAll(async () => {
  campaign = await world.makeCampaign({ reidentification: '1 week' })
})

const open = (user: TestUser, id: string) => http.as(user).call(getLead, { params: { id } })

/** A person whose visit became a lead. */
async function makeLead(): Promise<{ id: string; email: string; visitId: string }> {
  const { email } = await world.makePerson()
  const visit = await world.visit(campaign, { hashes: [md5(email)] })
  return { id: visit.lead_id!, email, visitId: visit.id }
}

describe('a lead', () => {
  test('shows the person, why it matched, which stages it passed, and who paid what', async () => {
    const { id, email } = await makeLead()
    const { status, body } = await open(world.tree.acme.owner, id)
    expect(status).toBe(200)
    expect(body.data).toMatchObject({
      id,
      kind: 'lead',
      email,
      company_name: 'Plumbright',
      campaignName: 'Winter visitors',
      match_key: 'md5',
      confidence: expect.closeTo(0.98, 5),
      retail_price: 1.25,
      wholesale_price: 0.5,
      money: { retail_price: 1.25, wholesale_price: 0.5 },
    })
    expect(body.data.rules.length).toBeGreaterThan(15)
    expect(body.data.rules).toContainEqual({
      reason: 'returning',
      stage: 'No lead within the re-identification window',
      detail: { text: 'Window: {window}. No lead of this person before.', values: { window: '1 week' } },
    })
    const [retail, wholesale] = body.data.money.transfers
    expect(retail).toMatchObject({ kind: 'lead_retail', amount_e4: 12_500, debit_account: 'client_receivable' })
    expect(wholesale).toMatchObject({ kind: 'lead_wholesale', amount_e4: 5_000, credit_account: 'root_revenue' })
    for (const transfer of body.data.money.transfers) {
      expect(transfer.debit_before_cents - transfer.debit_after_cents).toBe(transfer.amount_e4 / 100)
      expect(transfer.credit_after_cents! - transfer.credit_before_cents!).toBe(transfer.amount_e4 / 100)
    }
  })

  test('shows what the visit was checked for before it identified anybody, as its hit said', async () => {
    const { email } = await world.makePerson()
    const visit = await world.visit(campaign, { hashes: [md5(email)], consent: 'USsog' })
    const { body } = await open(world.tree.acme.owner, visit.lead_id!)
    expect(body.data.consent).toEqual({
      at: new Date(world.clock.now()).toISOString(),
      country: 'US',
      checks: [
        'No Global Privacy Control, no opt-out and no refused consent',
        'The site told the pixel that the visitor agreed',
        'OneTrust: advertising allowed',
        'Global Privacy Platform (GPP): no opt-out',
      ],
      rule: 'No rule forbids identification in this country',
    })
    expect((await open(world.tree.acme.owner, (await makeLead()).id)).body.data.consent).toBeNull()
  })

  test('shows the person’s visits to this client, newest first, including repeats', async () => {
    const { id, email, visitId } = await makeLead()
    world.clock.advance(day_ms)
    const again = await world.visit(campaign, { hashes: [md5(email)] })
    expect(again.reason).toBe('returning')
    await world.visit(campaign, { hashes: [md5('stranger@example.com')] })
    const { body } = await open(world.tree.root.system, id)
    expect(body.data.visits.map((visit) => [visit.id, visit.reason, visit.lead_id])).toEqual([
      [again.id, 'returning', id],
      [visitId, 'lead', id],
    ])
    expect(body.data.visits[0]!.person_name).toBe(`${body.data.first_name} ${body.data.last_name}`)
  })

  test('shows its client what the client owes, and nothing of what the agency pays', async () => {
    const { id } = await makeLead()
    const { status, body, raw } = await open(world.tree.acme.clients[0]!.user, id)
    expect(status).toBe(200)
    expect(body.data.money.transfers.map(({ kind }) => kind)).toEqual(['lead_retail'])
    expect(body.data.money.transfers[0]).toMatchObject({ amount_e4: 12_500, debit_account: 'client_receivable' })
    expect(raw.payload).not.toMatch(/wholesale|agency_payable|root_revenue|agency_revenue|credit_/)
  })

  test('is not found for everybody else, like one that does not exist', async () => {
    const { id } = await makeLead()
    const absent = await open(world.tree.acme.admin, '01900000-0000-7000-8000-000000000000')
    const others = [world.tree.acme.clients[1]!.user, world.tree.brightside.owner, world.tree.other.system]
    for (const user of others) {
      const { status, body } = await open(user, id)
      expect(status).toBe(404)
      expect({ ...body, request_id: '' }).toEqual({ ...absent.body, request_id: '' })
    }
    expect((await open(world.tree.acme.bareAdmin, id)).status).toBe(403)
    expect((await open(world.tree.acme.admin, 'x')).body.field).toBe('id')
  })
})
