import { expect, test } from 'vitest'
import { assignInboxItems, listInbox } from '#contract/inbox/inbox.ts'
import { createCustomIntegration, saveCustomIntegration } from '#contract/integrations/custom.ts'
import { createStillClock } from '#server/platform/clock.ts'
import { newId } from '#server/platform/ids.ts'
import { openTree } from '#server/test/open-tree.ts'

const noon_ms = Date.UTC(2026, 10, 20, 17)
const clock = createStillClock(noon_ms)
const { db, http, tree } = await openTree({ clock })

/** A client's account that has to be connected again. Returns its id. */
async function loseAccount(kind: string, account: string): Promise<string> {
  const { id: clientId, user } = tree.acme.clients[0]!
  const id = newId(noon_ms)
  await db.adminPool.query(
    `insert into connection (agency_id, id, root_id, client_id, company_id, kind, account, status, cause, connected_at, updated_at)
     values ($1, $2, $3, $4, $4, $5, $6, 'reconnect', 'token_expired', $7, $7)`,
    [user.agencyId, id, user.rootId, clientId, kind, account, new Date(noon_ms)],
  )
  return id
}

const list = (query: Record<string, string> = {}) =>
  http.as(tree.acme.owner).call(listInbox, { params: { companyID: tree.acme.id }, query })

test('the inbox names a custom integration whose key was rejected', async () => {
  const id = await loseAccount('custom', 'Own CRM')
  const { status, body } = await list()
  expect([status, body.data]).toMatchObject([
    200,
    [{ kind: 'connection_lost', subject_id: id, integration_slug: 'custom', cause: 'token_expired' }],
  ])
  await db.adminPool.query('delete from connection')
})

test('renaming a lost account is no new loss', async () => {
  const owner = http.as(tree.acme.owner)
  const company_id = tree.acme.clients[0]!.id
  const url = 'https://hooks.example/leads'
  const answer = await owner.call(createCustomIntegration, { body: { company_id, name: 'Own CRM', url } })
  const { integration_id } = answer.body.data
  await db.adminPool.query(`update connection set status = 'reconnect' where id = $1`, [integration_id])
  const [before] = (await list()).body.data
  clock.advance(60_000)
  expect((await owner.call(saveCustomIntegration, { body: { company_id, integration_id, name: 'CRM' } })).status).toBe(
    200,
  )
  expect((await list()).body.data).toMatchObject([{ mark: before!.mark, since: before!.since }])
  await db.adminPool.query('delete from connection')
})

test('a line of somebody who left is listed as unassigned again', async () => {
  await loseAccount('sendgrid', '•••• 1234')
  const [line] = (await list()).body.data
  const items = [{ kind: line!.kind, subject_id: line!.subject_id, mark: line!.mark }] as never
  const body = { companyID: tree.acme.id, items, assignee_id: tree.acme.admin.id }
  expect((await http.as(tree.acme.owner).call(assignInboxItems, { body })).status).toBe(200)
  expect((await list({ assigned: 'nobody' })).body.data).toEqual([])
  await db.adminPool.query(`update app_user set status = 'disabled', removed_at = now() where id = $1`, [
    tree.acme.admin.id,
  ])
  expect((await list({ assigned: 'nobody' })).body.data).toMatchObject([{ kind: 'connection_lost', assignee: null }])
})
