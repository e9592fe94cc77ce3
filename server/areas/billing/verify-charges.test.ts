import { expect, test } from 'vitest'
import { verifyLedger } from '#server/areas/ledger/verify-ledger.ts'
import { connectAccount, sellOnCard } from '#server/test/payment-stage.ts'
import { cardNumbers, chargesOf, tokenOf } from '#server/test/payments.ts'
import { startSandboxTree } from '#server/test/sandbox-tree.ts'
import { verifyCharges } from './verify-charges.ts'

// The proof of charges has to find what it is for: each row is changed behind the program's back, and back again.

test('a charge whose amount differs from what was booked, or from what the gateway took, is found', async () => {
  const stage = await startSandboxTree(Date.UTC(2026, 10, 20, 12))
  const { db, http, sandbox, clock, tree } = stage
  const problems = async (): Promise<string[]> =>
    (await verifyLedger(db.appPool, [verifyCharges])).flatMap((book) => book.problems)
  const withChange = async (set: string, undo: string): Promise<string[]> => {
    await db.adminPool.query(set)
    const result = await problems()
    await db.adminPool.query(undo)
    return result
  }
  await connectAccount(http, sandbox, tree.acme)
  await sellOnCard(stage, { clock, tokenid: await tokenOf(sandbox, cardNumbers.good) })
  const [charge] = await chargesOf(db, tree.acme.clients[0]!.user)
  expect(charge!.status).toBe('succeeded')
  expect(await problems()).toEqual([])
  const mismatch = [`charge ${charge!.id} and the transfers of its payment do not match`]
  const add = (cents: number): string => `update charge set full_cents = full_cents + ${cents}`
  expect(await withChange(add(1), add(-1))).toEqual(mismatch)
  const take = (cents: number): string => `update charge_attempt set amount_cents = amount_cents + ${cents}`
  expect(await withChange(take(1), take(-1))).toEqual(mismatch)
  expect(await problems()).toEqual([])
  await stage.close()
})
