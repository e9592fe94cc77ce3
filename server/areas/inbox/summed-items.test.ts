import { beforeEach, expect, test } from 'vitest'
import { assignInboxItems, listInbox, settleInboxItems, snoozeInboxItems } from '#contract/inbox/inbox.ts'
import { createStillClock } from '#server/platform/clock.ts'
import { newId } from '#server/platform/ids.ts'
import { makeCampaign } from '#server/test/factories.ts'
import { openTree } from '#server/test/open-tree.ts'

// A line that counts several things has the mark of the newest one.

const noon_ms = Date.UTC(2026, 10, 20, 17)
const hour_ms = 3_600_000
const { db, http, tree } = await openTree({ clock: createStillClock(noon_ms) })
const { owner, id: companyID, clients } = tree.acme
beforeEach(async () => {
  for (const table of ['inbox_state', 'take_back', 'charge']) await db.adminPool.query(`delete from ${table}`)
})

/** A person to remove by hand, asked for and left to people at these hours. Returns the receipt's id. */
async function addRemoval(asked: number, manual: number | null = null): Promise<string> {
  const campaign = await makeCampaign(db, clients[0]!)
  const at = (hours: number | null): Date | null => (hours === null ? null : new Date(noon_ms + hours * hour_ms))
  const id = newId(noon_ms)
  await db.adminPool.query(
    `insert into take_back (agency_id, id, root_id, client_id, campaign_id, lead_id, destination_id, status, asked_at, manual_at)
     values ($1, $2, $3, $4, $5, $2, $2, 'manual', $6, $7)`,
    [companyID, id, tree.root.id, clients[0]!.id, campaign.id, at(asked), at(manual)],
  )
  return id
}
const finish = (id: string) => db.adminPool.query(`update take_back set status = 'done' where id = $1`, [id])

const list = async (query: Record<string, string> = {}) =>
  (await http.as(owner).call(listInbox, { params: { companyID }, query })).body.data
const counts = async (query: Record<string, string> = {}) => (await list(query)).map(({ kind, count }) => [kind, count])
const body = async (query: Record<string, string> = {}) => ({
  companyID,
  items: (await list(query)).map(({ kind, subject_id, mark }) => ({ kind, subject_id, mark })) as never,
})
const settle = async (is_done: 'T' | 'F') =>
  http
    .as(owner)
    .call(settleInboxItems, { body: { ...(await body({ state: is_done === 'T' ? 'open' : 'done' })), is_done } })

test('a line marked done stays done when the newest of what it counts is settled, until something is added', async () => {
  await addRemoval(-3)
  const newest = await addRemoval(-2)
  await settle('T')
  await finish(newest)
  expect([await counts(), await counts({ state: 'done' })]).toEqual([[], [['remove_by_hand', 1]]])
  await addRemoval(-1)
  expect(await counts()).toEqual([['remove_by_hand', 2]])
})

test('a line marked done can be reopened after the newest of what it counts was settled', async () => {
  await addRemoval(-3)
  const newest = await addRemoval(-2)
  await settle('T')
  await finish(newest)
  expect((await settle('F')).body.data).toEqual({ changed: 1 })
  expect(await counts()).toEqual([['remove_by_hand', 1]])
})

test('a line keeps its assignee and its snooze when the newest of what it counts is settled', async () => {
  await addRemoval(-3)
  const newest = await addRemoval(-2)
  await http.as(owner).call(assignInboxItems, { body: { ...(await body()), assignee_id: tree.acme.admin.id } })
  await finish(newest)
  expect(await list()).toMatchObject([{ count: 1, assignee: { id: tree.acme.admin.id } }])
  await http.as(owner).call(snoozeInboxItems, { body: { ...(await body()), until: '2026-11-30' } })
  expect(await list({ state: 'snoozed' })).toMatchObject([{ assignee: { id: tree.acme.admin.id } }])
})

test('a person left to people only after others were settled is a new occurrence', async () => {
  await addRemoval(-2)
  await settle('T')
  await addRemoval(-3, 0)
  expect(await counts()).toEqual([['remove_by_hand', 2]])
})
