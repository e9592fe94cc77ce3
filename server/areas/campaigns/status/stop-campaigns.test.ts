import { afterAll, beforeAll, expect, test } from 'vitest'
import { setBillingMethod } from '#contract/billing/manual-bill.ts'
import { openCampaignStage, type CampaignStage } from '#server/test/campaign-stage.ts'
import { createDeveloperCaller } from '#server/test/developer-caller.ts'
import { makeCampaign } from '#server/test/factories.ts'

let stage: CampaignStage

beforeAll(async () => {
  stage = await openCampaignStage()
})
afterAll(() => stage.close())

test('R196: webhooks report every campaign that stops with its agency’s billing, and no other', async () => {
  const { db, http, tree, plumbright, harbor } = stage
  const developer = await createDeveloperCaller(db, http, tree.acme.owner)
  const hook = await developer.post('webhooks', {
    url: 'https://receiver.example/hook',
    events: ['campaign.status_changed'],
  })
  expect(hook.status, hook.text).toBe(201)
  const running = [await makeCampaign(db, plumbright), await makeCampaign(db, harbor)]
  await makeCampaign(db, harbor, { status: 'pause' })
  const bill = (manualBill: 'T' | 'F') =>
    http.as(tree.root.system).call(setBillingMethod, { body: { companyID: tree.acme.id, manualBill } })
  expect([(await bill('T')).status, (await bill('F')).status]).toEqual([200, 200])
  const messages = (await developer.get(`webhooks/${String(hook.body['id'])}/messages`)).body.data as { data: object }[]
  const clients = [plumbright.id, harbor.id]
  expect(messages.map(({ data }) => data).toSorted((a, b) => (JSON.stringify(a) < JSON.stringify(b) ? -1 : 1))).toEqual(
    running.map(({ id }, at) => ({ id, client_id: clients[at], from: 'active', to: 'stop' })),
  )
})
