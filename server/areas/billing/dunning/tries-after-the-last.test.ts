import { afterEach, expect, test } from 'vitest'
import { migrateBefore, type HalfMigrated } from '#server/test/migrate-in-two.ts'

// Dunning cases that existed before payments that the gateway turned away were retried every day (decision 168).

let half: HalfMigrated
afterEach(() => half.close())

const agencyId = crypto.randomUUID()

interface Case {
  name: string
  status?: string
  cause?: string
  next_on?: string | null
  over_at?: string | null
  ended_at?: string | null
}

async function add({ name, ...of }: Case): Promise<void> {
  const { status, cause, next_on, over_at, ended_at } = {
    status: 'declined',
    cause: 'gateway_refused',
    next_on: null,
    over_at: '2026-11-09T12:00:00Z',
    ended_at: null,
    ...of,
  }
  const key = [agencyId, crypto.randomUUID(), agencyId]
  const { adminPool } = half.db
  await adminPool.query(
    `insert into charge (agency_id, id, root_id, kind, status, cause, full_cents, created_at)
     values ($1, $2, $3, 'leads', $4, $5, 100, '2026-11-01')`,
    [...key, status, cause],
  )
  await adminPool.query(
    `insert into dunning_case (agency_id, charge_id, root_id, first_on, tries, next_on, over_at, ended_at)
     values ($1, $2, $3, '2026-11-02', 4, $4, $5, $6)`,
    [...key, next_on, over_at, ended_at],
  )
  names.set(key[1]!, name)
}
const names = new Map<string, string>()

test('only open cases of payments that the gateway turned away get a next try', async () => {
  half = await migrateBefore('0590-tries-after-the-last.sql')
  await add({ name: 'turned away on its last day' })
  await add({ name: 'declined by the bank on its last day', cause: 'card_declined' })
  await add({ name: 'turned away, with days left', next_on: '2026-11-07', over_at: null })
  await add({ name: 'turned away, and let be', ended_at: '2026-11-10T12:00:00Z' })
  await add({ name: 'turned away, and being tried', status: 'sent' })
  await half.finish()
  const { rows } = await half.db.adminPool.query<{ id: string; next_on: string | null; isOver: boolean }>(
    `select charge_id as id, next_on::text, over_at is not null as "isOver" from dunning_case`,
  )
  expect(Object.fromEntries(rows.map(({ id, next_on, isOver }) => [names.get(id), [next_on, isOver]]))).toEqual({
    'turned away on its last day': ['2026-11-02', true],
    'declined by the bank on its last day': [null, true],
    'turned away, with days left': ['2026-11-07', false],
    'turned away, and let be': [null, true],
    'turned away, and being tried': [null, true],
  })
})
