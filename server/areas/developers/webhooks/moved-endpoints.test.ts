import { afterAll, expect, test } from 'vitest'
import { setCampaignActive } from '#contract/campaigns/campaigns.ts'
import { noLimits } from '#server/test/app.ts'
import { createDeveloperCaller } from '#server/test/developer-caller.ts'
import { standIn } from '#server/test/deliveries-world.ts'
import { makeCampaign } from '#server/test/factories.ts'
import { openTree } from '#server/test/open-tree.ts'
import { runJobs } from '#server/test/run-jobs.ts'

/** Done while the receiver holds a message that it then rejects for good. */
let whileSending = async (): Promise<void> => {}
const receiver = await standIn(Date.now, ({ path }, response) => {
  if (path === '/gone') void whileSending().then(() => response.writeHead(410).end())
  else response.writeHead(path === '/full' ? 429 : 204, { 'retry-after': '3600' }).end()
})
afterAll(receiver.close)
const { db, http, tree } = await openTree({ limiter: noLimits, env: { OUTGOING_ALLOW: receiver.host } })
const { owner, clients } = tree.acme

test('a developer webhook’s new URL does not wait for what the earlier receiver asked for', async () => {
  const acme = await createDeveloperCaller(db, http, owner)
  const { id: leadspeek_api_id } = await makeCampaign(db, clients[0]!)
  const change = async (status: 'active' | 'pause'): Promise<void> => {
    await http.as(owner).call(setCampaignActive, { body: { leadspeek_api_id, status } })
    await runJobs(db, http.platform)
  }
  const urlOf = (path: string): string => `http://${receiver.host}${path}`
  const answer = await acme.post('webhooks', { url: urlOf('/full'), events: ['campaign.status_changed'] })
  await change('pause')
  const move = await acme.put(`webhooks/${String(answer.body['id'])}`, { url: urlOf('/other') })
  expect(move.body).toMatchObject({ status: 'ok', cause: null, failing_since: null })
  await change('active')
  expect(receiver.seen.map(({ path }) => path)).toEqual(['/full', '/other'])
})

test('a developer webhook that moves while a message is sent is not blamed for the earlier receiver’s answer', async () => {
  const acme = await createDeveloperCaller(db, http, owner)
  const urlOf = (path: string): string => `http://${receiver.host}${path}`
  const answer = await acme.post('webhooks', { url: urlOf('/gone'), events: ['campaign.status_changed'] })
  const id = String(answer.body['id'])
  whileSending = async () => void (await acme.put(`webhooks/${id}`, { url: urlOf('/moved') }))
  receiver.seen.length = 0
  await acme.post(`webhooks/${id}/test`)
  await runJobs(db, http.platform)
  expect(receiver.seen.map(({ path }) => path)).toEqual(['/gone', '/moved'])
  const [webhook] = ((await acme.get('webhooks')).body['data'] as { id: string }[]).filter((one) => one.id === id)
  expect(webhook).toMatchObject({ url: urlOf('/moved'), status: 'ok', cause: null, failing_since: null })
  expect((await acme.get(`webhooks/${id}/messages`)).body['data']).toMatchObject([
    { status: 'delivered', attempts: [{ outcome: 'delivered' }, { outcome: 'failed', cause: 'gone' }] },
  ])
})
