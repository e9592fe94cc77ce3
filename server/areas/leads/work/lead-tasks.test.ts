import { describe, expect, test } from 'vitest'
import { listInbox } from '#contract/inbox/inbox.ts'
import { changeLead, finishLeadAction, listLeadAssignees } from '#contract/leads/lead-changes.ts'
import type { TestUser } from '#server/test/factories.ts'
import { openLeadWork } from '#server/test/lead-work-stage.ts'

// Who works a lead, what is to be done next, and what it may be worth (decision 232).

const stage = await openLeadWork()
const { clock, db, http, tree, client, leads, paramsOf, readLead, entriesOf, listIds, nameOf } = stage
const { acme, brightside } = tree
const owner = acme.owner
const otherClient = acme.clients[1]!

const change = (body: object, user: TestUser = client.user) =>
  http.as(user).call(changeLead, { params: paramsOf(), body })
const finish = (user: TestUser = client.user) => http.as(user).call(finishLeadAction, { params: paramsOf() })

describe('an assignee', () => {
  test('is somebody of the client or of its agency, and the history tells who was assigned by whom', async () => {
    expect((await change({ assignee_id: client.user.id })).status).toBe(200)
    clock.advance(1)
    expect((await change({ assignee_id: acme.admin.id }, owner)).status).toBe(200)
    const admin = { id: acme.admin.id, name: await nameOf(acme.admin), is_former: 'F' }
    expect((await readLead(owner)).assignee).toEqual(admin)
    // Clients do not see their agency's people.
    expect((await readLead()).assignee).toEqual({ ...admin, name: null })
    expect(await entriesOf(owner)).toMatchObject([
      { kind: 'assignee', from: client.user.id, to: acme.admin.id, to_name: admin.name },
      { kind: 'assignee', from: null, to: client.user.id, to_name: await nameOf(client.user) },
    ])
    expect((await change({ assignee_id: null })).status).toBe(200)
    expect((await readLead()).assignee).toBeNull()
  })

  test('is nobody who may not see the lead, nor whom the caller does not see', async () => {
    for (const person of [otherClient.user, brightside.owner, acme.bareAdmin, tree.root.system])
      expect(await change({ assignee_id: person.id }, owner)).toMatchObject({
        status: 422,
        body: { field: 'assignee_id' },
      })
    expect((await change({ assignee_id: acme.admin.id })).status).toBe(422)
    expect(await entriesOf(owner)).toEqual([])
  })

  test('is offered by the list of who can be', async () => {
    const assigneeIds = async (user: TestUser, companyID: string, clientID: string) =>
      (await http.as(user).call(listLeadAssignees, { params: { companyID, clientID } })).body.data.map(({ id }) => id)
    expect(new Set(await assigneeIds(owner, acme.id, client.id))).toEqual(
      new Set([owner.id, acme.admin.id, client.user.id]),
    )
    expect(new Set(await assigneeIds(owner, acme.id, 'all'))).toEqual(new Set([owner.id, acme.admin.id]))
    expect(await assigneeIds(client.user, client.id, 'all')).toEqual([client.user.id])
    const foreign = { companyID: acme.id, clientID: brightside.clients[0]!.id }
    expect((await http.as(owner).call(listLeadAssignees, { params: foreign })).status).toBe(404)
  })

  test('who lost access is shown as former and can be replaced', async () => {
    await change({ assignee_id: acme.admin.id }, owner)
    await db.adminPool.query(`update app_user set permission_active = true, permissions = '{}' where id = $1`, [
      acme.admin.id,
    ])
    expect((await readLead(owner)).assignee).toMatchObject({ id: acme.admin.id, is_former: 'T' })
    expect((await change({ assignee_id: owner.id }, owner)).status).toBe(200)
    expect((await readLead(owner)).assignee).toMatchObject({ id: owner.id, is_former: 'F' })
    await db.adminPool.query('update app_user set permission_active = false where id = $1', [acme.admin.id])
  })

  test('filters the list, as does having none', async () => {
    await change({ assignee_id: client.user.id })
    expect(await listIds({ assignee: client.user.id })).toEqual([leads[0]!.id])
    expect(await listIds({ assignee: 'nobody' })).toEqual(leads.slice(1).map(({ id }) => id))
    expect(await listIds({ assignee: owner.id })).toEqual([])
  })
})

describe('a next action', () => {
  const call = { text: 'Call back', date: '2026-11-20' }
  const inbox = async () =>
    (
      await http.as(owner).call(listInbox, { params: { companyID: acme.id }, query: { kind: 'next_action_due' } })
    ).body.data.filter(({ subject_id }) => subject_id === leads[0]!.id)

  test('is planned by somebody who then works the lead, and is done or cleared', async () => {
    expect((await change({ next_action: call })).status).toBe(200)
    expect(await readLead()).toMatchObject({ next_action: call, assignee: { id: client.user.id } })
    clock.advance(1)
    expect((await finish()).status).toBe(200)
    expect((await readLead()).next_action).toBeNull()
    clock.advance(1)
    await change({ next_action: call })
    clock.advance(1)
    await change({ next_action: null })
    expect((await finish()).status).toBe(200)
    expect((await entriesOf()).map(({ kind, text, to }) => [kind, text, to])).toEqual([
      ['next_action', 'Call back', null],
      ['next_action', 'Call back', call.date],
      ['next_action_done', 'Call back', null],
      ['next_action', 'Call back', call.date],
      ['assignee', '', client.user.id],
    ])
  })

  test('filters the list from its day on', async () => {
    await change({ next_action: call })
    expect(await listIds({ next_action_by: '2026-11-20' })).toEqual([leads[0]!.id])
    expect(await listIds({ next_action_by: '2026-11-19' })).toEqual([])
  })

  test('of the agency’s people comes to its inbox on its day in the agency’s zone, until it is done', async () => {
    await change({ next_action: { ...call, date: '2026-11-21' } }, owner)
    expect(await inbox()).toEqual([])
    await change({ next_action: call }, owner)
    expect(await inbox()).toMatchObject([
      { company_id: client.id, lead: { name: 'Ann Smith', next_action: 'Call back' }, assignee: { id: owner.id } },
    ])
    await finish(owner)
    expect(await inbox()).toEqual([])
  })

  test('of a client’s own people does not come to its agency’s inbox', async () => {
    await change({ next_action: call })
    expect(await inbox()).toEqual([])
  })

  test('is refused once the lead’s person was erased, is not repeated in the log, and is no business of the operator', async () => {
    await change({ next_action: call })
    const { rows } = await db.adminPool.query<{ entry: string }>(
      'select a::text as entry from activity a where target_id = $1',
      [leads[0]!.id],
    )
    expect(rows.map(({ entry }) => entry.includes('Call back'))).toEqual([false])
    expect((await readLead(tree.root.system)).next_action).toBeNull()
    await db.adminPool.query('update campaign set leads_erased_at = now() where id = $1', [leads[0]!.campaign.id])
    expect((await change({ next_action: { ...call, text: 'Again' } })).status).toBe(409)
  })

  test('has a text and a day', async () => {
    for (const next_action of [
      { ...call, text: ' ' },
      { ...call, text: 'x'.repeat(201) },
      { ...call, date: '2026-02-30' },
    ])
      expect((await change({ next_action })).status).toBe(422)
  })
})

describe('the value of a lead', () => {
  test('is the client’s own estimate, in cents, and books nothing', async () => {
    const transfers = () => db.adminPool.query('select count(*) as n from ledger_transfer')
    const before = (await transfers()).rows
    expect((await change({ value_cents: 125_000 })).status).toBe(200)
    expect(await readLead()).toMatchObject({ value_cents: 125_000, retail_price: 1.5 })
    expect(await entriesOf()).toMatchObject([{ kind: 'value', from: null, to: '125000' }])
    expect((await change({ value_cents: null })).status).toBe(200)
    expect((await readLead()).value_cents).toBeNull()
    expect(await change({ value_cents: -1 })).toMatchObject({ status: 422, body: { field: 'value_cents' } })
    expect((await transfers()).rows).toEqual(before)
  })

  test('and everything else of it is absent for others', async () => {
    for (const user of [otherClient.user, brightside.owner]) {
      expect((await change({ value_cents: 1 }, user)).status).toBe(404)
      expect((await finish(user)).status).toBe(404)
    }
    expect((await change({ value_cents: 1 }, tree.root.system)).status).toBe(403)
  })
})
