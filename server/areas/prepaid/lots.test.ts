import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { verifyCharges } from '#server/areas/billing/verify-charges.ts'
import { verifyLedger } from '#server/areas/ledger/verify-ledger.ts'
import type { Book } from '#server/areas/ledger/book.ts'
import { inScope } from '#server/platform/database/scope.ts'
import { newId } from '#server/platform/ids.ts'
import { makeAgency, makeTree, type TestTree } from '#server/test/factories.ts'
import { createTestDatabase, type TestDatabase } from '#server/test/harness.ts'
import { buyPrepaid, lotsOf, takeFromWallet } from '#server/test/prepaid.ts'
import { sampleOf } from '#server/test/proofs.ts'
import { drawFrom, isLow } from './draw.ts'
import { lotEnd_ms } from './lots.ts'
import { expireLots } from '#server/areas/prepaid/ending-lots.ts'
import { verifyPrepaid } from '#server/areas/prepaid/verify-prepaid.ts'

let db: TestDatabase
let tree: TestTree
beforeAll(async () => {
  db = await createTestDatabase()
  tree = await makeTree(db)
})
afterAll(() => db.drop())

const start_ms = Date.UTC(2026, 10, 20, 12)
const day_ms = 86_400_000

const freshBook = async (): Promise<Book> => {
  const agency = await makeAgency(db, { rootId: tree.root.id }, `Agency ${newId(start_ms)}`, [])
  return { rootId: tree.root.id, agencyId: agency.id }
}
const problems = async (): Promise<string[]> =>
  (await verifyLedger(db.appPool, [verifyCharges, verifyPrepaid])).flatMap((book) => book.problems)

const sell = (book: Book, at_ms: number, amount_e4: number): Promise<void> => takeFromWallet(db, book, at_ms, amount_e4)

describe('drawing from lots', () => {
  const lots = [
    { id: 'old', remaining_e4: 100 },
    { id: 'new', remaining_e4: 50 },
  ]
  test.each([
    [0, []],
    [40, [['old', 40]]],
    [100, [['old', 100]]],
    [
      120,
      [
        ['old', 100],
        ['new', 20],
      ],
    ],
    [
      1_000,
      [
        ['old', 100],
        ['new', 50],
      ],
    ],
  ])('takes %i from the oldest first, and never more than there is', (amount_e4, taken) => {
    expect(drawFrom(lots, amount_e4).map((draw) => [draw.lotId, draw.amount_e4])).toEqual(taken)
  })

  test('R244: a balance is low below a tenth of the last top-up, not at a tenth', () => {
    expect([isLow(999, 10_000), isLow(1_000, 10_000), isLow(0, 0)]).toEqual([true, false, false])
  })
})

test.each([
  ['2026-11-20T12:00:00Z', 'America/Chicago', '2027-11-20T12:00:00Z'],
  // February 29 has no counterpart in the next year.
  ['2028-02-29T18:00:00Z', 'America/Chicago', '2029-02-28T18:00:00Z'],
  // The same time of day, although daylight saving time starts on another date.
  ['2026-03-14T18:00:00Z', 'America/Chicago', '2027-03-14T18:00:00Z'],
  ['2026-03-10T18:00:00Z', 'America/Chicago', '2027-03-10T19:00:00Z'],
  ['2026-11-20T23:30:00Z', 'Pacific/Apia', '2027-11-20T23:30:00Z'],
])('R245: what is bought at %s in %s is valid until %s', (from, zone, until) => {
  expect(new Date(lotEnd_ms(Date.parse(from), zone)).toISOString()).toBe(new Date(until).toISOString())
})

test('a batch is paid from lots, and what they do not cover stays owed', async () => {
  const book = await freshBook()
  const [first, second] = [
    await buyPrepaid(db, book, { amount_cents: 10_000, at_ms: start_ms }),
    await buyPrepaid(db, book, { amount_cents: 5_000, at_ms: start_ms + 1 }),
  ]
  await sell(book, start_ms + 2, 1_200_000)
  expect(await lotsOf(db, book.agencyId)).toEqual([
    { id: first, left_cents: 0 },
    { id: second, left_cents: 3_000 },
  ])
  await sell(book, start_ms + 3, 400_000)
  const { rows } = await db.adminPool.query(
    `select kind, balance_e4 / 100 as cents from ledger_account where agency_id = $1 and kind in ('wallet', 'agency_payable')
      order by kind`,
    [book.agencyId],
  )
  expect(rows).toEqual([
    { kind: 'agency_payable', cents: -1_000 },
    { kind: 'wallet', cents: 0 },
  ])
  expect(await problems()).toEqual([])
})

test('concurrent batches take turns: nothing is spent twice', async () => {
  const book = await freshBook()
  await buyPrepaid(db, book, { amount_cents: 10_000, at_ms: start_ms })
  await Promise.all(Array.from({ length: 12 }, (_none, at) => sell(book, start_ms + at, 150_000)))
  const [lot] = await lotsOf(db, book.agencyId)
  expect(lot!.left_cents).toBe(0)
  const { rows } = await db.adminPool.query(
    'select sum(amount_e4)::int as used from prepaid_use where agency_id = $1',
    [book.agencyId],
  )
  expect(rows[0].used).toBe(1_000_000)
  expect(await problems()).toEqual([])
})

test.each([
  ['update prepaid_lot set remaining_e4 = remaining_e4 - 1 where agency_id = $1', 'is not the sum of its remainder'],
  ['update prepaid_use set amount_e4 = amount_e4 + 1 where agency_id = $1', 'and its transfer do not match'],
  [
    'update charge set full_cents = full_cents + 1 where agency_id = $1',
    'and the charge that paid for it do not match',
  ],
])('verification fails after: %s', async (harm, problem) => {
  const book = await freshBook()
  await buyPrepaid(db, book, { amount_cents: 10_000, at_ms: start_ms })
  await sell(book, start_ms + 1, 50_000)
  const problems = await inScope(db.appPool, { kind: 'agency', ...book }, (tx) => verifyPrepaid(tx, book))
  expect(problems).toEqual([])
  await db.adminPool.query(harm, [book.agencyId])
  const after = await inScope(db.appPool, { kind: 'agency', ...book }, (tx) => verifyPrepaid(tx, book))
  expect(after.join()).toContain(problem)
  await db.adminPool.query('alter table ledger_transfer disable trigger user')
  for (const table of ['prepaid_use', 'prepaid_lot', 'charge', 'ledger_transfer'])
    await db.adminPool.query(`delete from ${table} where agency_id = $1`, [book.agencyId])
  await db.adminPool.query('update ledger_account set balance_e4 = 0 where agency_id = $1', [book.agencyId])
  await db.adminPool.query('alter table ledger_transfer enable trigger user')
})

// Runs the same steps against the product and against a list of numbers.

type Step = { kind: 'buy'; cents: number } | { kind: 'sell'; e4: number } | { kind: 'wait'; days: number }
const step: fc.Arbitrary<Step> = fc.oneof(
  fc.record({ kind: fc.constant('buy' as const), cents: fc.integer({ min: 1, max: 100_000 }) }),
  {
    weight: 3,
    arbitrary: fc.record({ kind: fc.constant('sell' as const), e4: fc.integer({ min: 1, max: 5_000_000 }) }),
  },
  fc.record({ kind: fc.constant('wait' as const), days: fc.integer({ min: 1, max: 200 }) }),
)

test(
  'for any sequence of purchases, uses, and expirations, lots match a simple list',
  async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(step, { minLength: 1, maxLength: 25 }), async (steps) => {
        const book = await freshBook()
        let now_ms = start_ms
        let [owed_e4, expired_e4] = [0, 0]
        const model: { left_e4: number; end_ms: number }[] = []
        for (const one of steps) {
          now_ms += 1
          if (one.kind === 'buy') {
            await buyPrepaid(db, book, { amount_cents: one.cents, at_ms: now_ms })
            model.push({ left_e4: one.cents * 100, end_ms: lotEnd_ms(now_ms, 'America/Chicago') })
          } else if (one.kind === 'sell') {
            await sell(book, now_ms, one.e4)
            let open_e4 = one.e4
            for (const lot of model) {
              const part_e4 = Math.min(open_e4, lot.left_e4)
              lot.left_e4 -= part_e4
              open_e4 -= part_e4
            }
            owed_e4 += open_e4
          } else {
            now_ms += one.days * day_ms
            await inScope(db.appPool, { kind: 'agency', ...book }, (tx) => expireLots(tx, book, now_ms))
            for (const lot of model.filter(({ end_ms }) => end_ms <= now_ms)) {
              expired_e4 += lot.left_e4
              lot.left_e4 = 0
            }
          }
        }
        expect((await lotsOf(db, book.agencyId)).map(({ left_cents }) => left_cents * 100)).toEqual(
          model.map(({ left_e4 }) => left_e4 - (left_e4 % 100)),
        )
        const { rows } = await db.adminPool.query<{ kind: string; balance_e4: number }>(
          `select kind, balance_e4 from ledger_account
            where agency_id = $1 and kind in ('wallet', 'agency_payable', 'wallet_expired')`,
          [book.agencyId],
        )
        const stands = Object.fromEntries(rows.map((row) => [row.kind, row.balance_e4]))
        expect(stands['wallet'] ?? 0).toBe(model.reduce((sum, { left_e4 }) => sum + left_e4, 0))
        expect(stands['agency_payable'] ?? 0).toBe(owed_e4 === 0 ? 0 : -owed_e4)
        expect(stands['wallet_expired'] ?? 0).toBe(expired_e4)
        const problems = await inScope(db.appPool, { kind: 'agency', ...book }, (tx) => verifyPrepaid(tx, book))
        expect(problems).toEqual([])
      }),
      { numRuns: sampleOf(12, 1_000) },
    )
  },
  sampleOf(60_000, 3_600_000),
)
