import { expect, test } from 'vitest'
import { migrateBefore } from '#server/test/migrate-in-two.ts'

test('commissions that were earned before carried tax was left out are marked, and stay as they were booked', async () => {
  const { db, finish, close } = await migrateBefore('0601-commissions-of-carried-tax.sql')
  const key = [crypto.randomUUID(), crypto.randomUUID(), crypto.randomUUID()]
  await db.adminPool.query(
    `insert into charge (agency_id, id, root_id, kind, status, full_cents, created_at)
     values ($1, $2, $3, 'leads', 'settled', 110, now())`,
    key,
  )
  await db.adminPool.query(
    `insert into commission (agency_id, charge_id, root_id, user_id, charge_kind, rate_bp, base_e4, amount_e4, earned_at)
     values ($1, $2, $3, $1, 'leads', 1000, 11000, 1100, now())`,
    key,
  )
  await finish()
  const { rows } = await db.adminPool.query('select counts_carried_tax, base_e4::int from commission')
  expect(rows).toEqual([{ counts_carried_tax: true, base_e4: 11_000 }])
  await close()
})
