import { expect, test } from 'vitest'
import { createStillClock } from '#server/platform/clock.ts'
import { inScope } from '#server/platform/database/scope.ts'
import { openTree } from '#server/test/open-tree.ts'
import { verifyAuditChains } from './verify-audit-chains.ts'
import { recordActivity, type NewActivity } from './record-activity.ts'
import { logLife_ms, moneyLogLife_ms, trimActivityJob } from './trim-activity.ts'
import { whileRefused } from '#server/test/refuse-rows.ts'

const day_ms = 86_400_000
const start_ms = Date.UTC(2026, 0, 1, 12)
const clock = createStillClock(start_ms)
const { db, http, tree } = await openTree({ clock })

const record = (action: NewActivity['action'], agency = tree.acme): Promise<void> => {
  const place = { rootId: agency.owner.rootId, agencyId: agency.id, clientId: null }
  return inScope(db.appPool, { kind: 'root', rootId: place.rootId }, (tx) =>
    recordActivity(
      tx,
      { platform: http.platform, address: '192.0.2.7', requestId: '', caller: null, object: null },
      { action, place },
    ),
  )
}
const readEntries = async (agency = tree.acme): Promise<string[]> =>
  (
    await db.adminPool.query<{ text: string }>(
      `select seq || ' ' || action as text from activity where book_id = $1 order by seq`,
      [agency.id],
    )
  ).rows.map(({ text }) => text)
const anchors = async (): Promise<number[][]> =>
  (
    await db.adminPool.query('select first_seq, last_seq from activity_anchor where book_id = $1 order by 1', [
      tree.acme.id,
    ])
  ).rows.map((row) => [Number(row.first_seq), Number(row.last_seq)])
const trim = () => trimActivityJob.run(http.platform, {})
const problems = async () => (await verifyAuditChains(db.appPool)).problems

test('entries are kept for 24 months, billing entries for seven years, and the chain always stays valid', async () => {
  for (const action of ['team.roleAdded', 'team.roleChanged', 'billing.costSet', 'team.roleRemoved'] as const)
    await record(action)
  await record('team.roleAdded', tree.brightside)
  clock.advance(day_ms)
  await record('company.renamed')
  clock.advance(logLife_ms - day_ms)
  await trim()
  expect(await readEntries()).toHaveLength(5)
  clock.advance(1)
  await trim()
  expect(await readEntries()).toEqual(['3 billing.costSet', '5 company.renamed'])
  expect(await readEntries(tree.brightside)).toEqual([])
  expect([await anchors(), await problems()]).toEqual([
    [
      [1, 2],
      [4, 4],
    ],
    [],
  ])
  clock.advance(day_ms)
  await trim()
  expect(await readEntries()).toEqual(['3 billing.costSet'])
  expect([await anchors(), await problems()]).toEqual([
    [
      [1, 2],
      [4, 5],
    ],
    [],
  ])
  await record('company.updated')
  await record('company.updated', tree.brightside)
  expect(await readEntries()).toEqual(['3 billing.costSet', '6 company.updated'])
  expect(await problems()).toEqual([])
  clock.advance(moneyLogLife_ms)
  await record('team.roleAdded')
  await trim()
  expect(await readEntries()).toEqual(['7 team.roleAdded'])
  expect([await anchors(), await problems()]).toEqual([
    [
      [1, 3],
      [4, 6],
    ],
    [],
  ])
})

test('verification reports entries that were removed without a matching anchor', async () => {
  const problemsAfter = async (text: string): Promise<string[]> => {
    const client = await db.adminPool.connect()
    try {
      await client.query(`begin; set local session_replication_role = replica`)
      await client.query(text)
      await client.query('commit')
    } finally {
      client.release()
    }
    return problems()
  }
  await record('team.roleChanged')
  await record('team.roleRemoved')
  expect(await problems()).toEqual([])
  expect(await problemsAfter('update activity_anchor set last_seq = last_seq + 1 where first_seq = 4')).toHaveLength(1)
  expect(await problemsAfter('update activity_anchor set last_seq = last_seq - 1 where first_seq = 4')).toEqual([])
  expect(await problemsAfter(`update activity_anchor set hash = '\\x00' where first_seq = 4`)).toEqual([
    `log ${tree.acme.id}: entry 7 was changed, or one before it is missing`,
  ])
})

test('nobody deletes recent entries: neither the app role nor, without an old enough anchor, the owner role', async () => {
  const { rootId } = tree.acme.owner
  const asApp = (text: string, pool = db.appPool) => inScope(pool, { kind: 'root', rootId }, (tx) => tx.query(text))
  await expect(asApp('delete from activity')).rejects.toThrow('permission denied')
  const anchor = (
    at: string,
  ) => `insert into activity_anchor (book_id, first_seq, last_seq, root_id, hash, newest_at, trimmed_at)
    select book_id, seq, seq, root_id, hash, ${at}, at from activity order by at desc limit 1`
  await expect(asApp(anchor('at'))).rejects.toThrow('permission denied')
  await expect(asApp('delete from activity', db.ownerPool)).rejects.toThrow('only ever added to')
  await expect(asApp(anchor('at'), db.ownerPool)).rejects.toThrow('violates check constraint')
  await asApp(anchor(`at - interval '800 days'`), db.ownerPool)
  await expect(asApp('delete from activity', db.ownerPool)).rejects.toThrow('only ever added to')
})

test('an operator whose log cannot be trimmed does not block the others', async () => {
  const theirs = tree.other.agency
  await record('team.roleAdded')
  await record('team.roleAdded', theirs)
  clock.advance(logLife_ms + day_ms)
  const [ours, others] = [await readEntries(), await readEntries(theirs)]
  await whileRefused(db, 'activity_anchor', `root_id <> '${tree.root.id}'`, trim)
  expect(await readEntries()).toEqual(ours)
  expect((await readEntries(theirs)).length).toBeLessThan(others.length)
  await trim()
  expect((await readEntries()).length).toBeLessThan(ours.length)
})
