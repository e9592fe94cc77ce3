import { expect, test } from 'vitest'
import { listSecurityEvents } from '#contract/activity/security-events.ts'
import { listUserLogs } from '#contract/activity/user-logs.ts'
import { noLimits } from '#server/test/app.ts'
import { createDeveloperCaller } from '#server/test/developer-caller.ts'
import { makeCampaign, type TestUser } from '#server/test/factories.ts'
import { openTree } from '#server/test/open-tree.ts'

const { db, http, tree } = await openTree({ limiter: noLimits })

test('the log names the developer API where a key made a change, among what the agency’s own people did', async () => {
  const key = await createDeveloperCaller(db, http, tree.acme.owner)
  const webhook = { url: 'https://hooks.example.com/events', events: ['lead.created'] }
  expect((await key.post('webhooks', webhook)).status).toBe(201)
  const list = async (usertype: 'admin' | 'client') =>
    (await http.as(tree.acme.owner).call(listUserLogs, { body: { companyID: tree.acme.id, usertype } })).body.data
  expect((await list('admin'))[0]).toMatchObject({ name: 'Developer API', type_user: 'admin', category: 'integration' })
  expect(await list('client')).toEqual([])
})

test('what the operator’s key did in an agency is support’s there, without an address', async () => {
  const key = await createDeveloperCaller(db, http, tree.root.system)
  const { id } = await makeCampaign(db, tree.acme.clients[0]!)
  expect((await key.post(`campaigns/${id}/exclusions`, { addresses: ['someone@example.test'] })).status).toBe(202)
  const newest = async (user: TestUser) =>
    (await http.as(user).call(listUserLogs, { body: { companyID: tree.acme.id, usertype: 'root' } })).body.data[0]
  expect(await newest(tree.acme.owner)).toMatchObject({ name: 'Support', type_user: 'root', user_ip: '' })
  expect(await newest(tree.root.system)).toMatchObject({ name: 'Developer API', user_ip: '127.0.0.1' })
})

test('a security event names the developer API instead of nobody, who would be support', async () => {
  const key = await createDeveloperCaller(db, http, tree.acme.owner)
  const { email, host } = tree.acme.clients[0]!.user
  expect((await key.post('sso/token', { email, subdomain: host })).status).toBe(200)
  const { body } = await http.as(tree.acme.owner).call(listSecurityEvents, { query: {} })
  expect(body.data[0]).toMatchObject({ action: 'developer.ssoIssued', actor: 'Developer API' })
})
