import fc from 'fast-check'
import { beforeAll, describe, expect, test } from 'vitest'
import { inScope, retryConflicts } from '#server/platform/database/scope.ts'
import type { Tx } from '#server/platform/database/tx.ts'
import { newId } from '#server/platform/ids.ts'
import { countWaiting } from '#server/test/count-waiting.ts'
import { openTestDatabase } from '#server/test/harness.ts'
import type { Book, NewTransfer } from './book.ts'
import { ensureAccounts } from './ensure-accounts.ts'
import { postTransfers } from './post-transfers.ts'
import { verifyLedger } from './verify-ledger.ts'
import { verifyBook } from './verify-book.ts'
import { readTransfersOf } from './read-transfers.ts'

const now_ms = Date.UTC(2025, 10, 21)
const db = await openTestDatabase({ app: 64 })

const newBook = (): Book => ({ rootId: newId(now_ms), agencyId: newId(now_ms) })
const inBook = <T>(book: Book, work: (tx: Tx) => Promise<T>): Promise<T> =>
  // A long timeout: 64 workers wait for one another at one account, on a shared machine.
  inScope(db.appPool, { kind: 'agency', ...book }, work, { statementTimeout_ms: 60_000 })

/** Receivables of this many clients and the agency's revenue account, which comes last. */
async function openAccounts(book: Book, clients: number): Promise<string[]> {
  const names = [
    ...Array.from({ length: clients }, () => ({ kind: 'client_receivable' as const, clientId: newId(now_ms) })),
    { kind: 'agency_revenue' as const, clientId: null },
  ]
  const idOf = await inBook(book, (tx) => ensureAccounts(tx, book, now_ms, names))
  return names.map(idOf)
}

/** Waits until a transaction is blocked by another's lock. */
const untilOneWaits = async (): Promise<void> =>
  void (await expect.poll(() => countWaiting(db), { timeout: 20_000 }).toBe(1))

const transferOf = (
  debitAccountId: string,
  creditAccountId: string,
  over: Partial<NewTransfer> & { kind?: string } = {},
): NewTransfer => {
  const { kind = 'lead_retail', ...rest } = over
  return {
    id: newId(now_ms),
    amount_e4: 125,
    referenceId: newId(now_ms),
    flow: { debitAccountId, creditAccountId, kind, referenceKind: 'lead', clientId: null },
    ...rest,
  }
}

const balancesOf = async (book: Book): Promise<Record<string, number>> => {
  const { rows } = await db.adminPool.query('select id, balance_e4 from ledger_account where agency_id = $1', [
    book.agencyId,
  ])
  return Object.fromEntries(rows.map((row) => [row.id, row.balance_e4]))
}
const problemsOf = (book: Book): Promise<string[]> => inBook(book, async (tx) => (await verifyBook(tx, book)).problems)

describe('accounts', () => {
  test('are created once, however many concurrent requests ask for them', async () => {
    const book = newBook()
    const names = [
      { kind: 'client_receivable' as const, clientId: newId(now_ms) },
      { kind: 'agency_payable' as const, clientId: null },
    ]
    const all = await Promise.all(
      Array.from({ length: 20 }, (_, at) =>
        inBook(book, async (tx) => {
          const idOf = await ensureAccounts(tx, book, now_ms, at % 2 ? names : names.toReversed())
          return names.map(idOf).join()
        }),
      ),
    )
    expect(new Set(all).size).toBe(1)
    expect(Object.values(await balancesOf(book))).toEqual([0, 0])
  })
})

describe('posting', () => {
  test('changes both balances and stores them with each transfer', async () => {
    const book = newBook()
    const [client, revenue] = await openAccounts(book, 1)
    const referenceId = newId(now_ms)
    const transfers = [125, 250].map((amount_e4) => transferOf(client!, revenue!, { amount_e4, referenceId }))
    expect(await inBook(book, (tx) => postTransfers(tx, book, now_ms, transfers))).toBe(2)
    expect(await balancesOf(book)).toEqual({ [client!]: -375, [revenue!]: 375 })
    const storedTransfers = await inBook(book, (tx) => readTransfersOf(tx, book.agencyId, referenceId))
    expect(storedTransfers.map((one) => [one.amount_e4, one.debitBalance_e4, one.creditBalance_e4]).sort()).toEqual([
      [125, -125, 125],
      [250, -375, 375],
    ])
    expect(storedTransfers[0]).toMatchObject({ debitKind: 'client_receivable', creditKind: 'agency_revenue' })
  })

  test('treats the same transfer sent fifty times at once as one', async () => {
    const book = newBook()
    const [client, revenue] = await openAccounts(book, 1)
    const transfer = transferOf(client!, revenue!)
    const counts = await Promise.all(
      Array.from({ length: 50 }, () => inBook(book, (tx) => postTransfers(tx, book, now_ms, [transfer, transfer]))),
    )
    expect(counts.toSorted()).toEqual([...Array.from({ length: 49 }, () => 0), 1])
    expect(await balancesOf(book)).toEqual({ [client!]: -125, [revenue!]: 125 })
  })

  test('rejects a different transfer under the same id at the same time, between other accounts', async () => {
    const book = newBook()
    const [client, otherClient, revenue] = await openAccounts(book, 2)
    const [another] = await openAccounts(book, 0)
    const transfer = transferOf(client!, revenue!)
    const twin = { ...transferOf(otherClient!, another!), id: transfer.id }
    let second: Promise<unknown> | undefined
    await inBook(book, async (tx) => {
      await postTransfers(tx, book, now_ms, [transfer])
      second = inBook(book, (later) => postTransfers(later, book, now_ms, [twin])).catch((error: unknown) => error)
      await untilOneWaits()
    })
    expect(await second).toMatchObject({ code: 'conflict' })
    expect(await balancesOf(book)).toMatchObject({ [client!]: -125, [otherClient!]: 0 })
  })

  test.each<[string, { amount_e4?: number; referenceId?: string; flow?: { kind: string } }]>([
    ['amount', { amount_e4: 126 }],
    ['kind', { flow: { kind: 'correction' } }],
    ['reference', { referenceId: newId(now_ms) }],
  ])('rejects another %s under the same id and changes nothing', async (_what, over) => {
    const book = newBook()
    const [client, otherClient, revenue] = await openAccounts(book, 2)
    const transfer = transferOf(client!, revenue!)
    await inBook(book, (tx) => postTransfers(tx, book, now_ms, [transfer]))
    const again = inBook(book, (tx) =>
      postTransfers(tx, book, now_ms, [
        transferOf(otherClient!, revenue!),
        { ...transfer, ...over, flow: { ...transfer.flow, ...over.flow } },
      ]),
    )
    await expect(again).rejects.toMatchObject({ code: 'conflict' })
    expect(await balancesOf(book)).toEqual({ [client!]: -125, [otherClient!]: 0, [revenue!]: 125 })
  })

  test('rejects an account of another book', async () => {
    const [book, foreign] = [newBook(), newBook()]
    const [client] = await openAccounts(book, 1)
    const [, revenue] = await openAccounts(foreign, 1)
    await expect(
      inBook(book, (tx) => postTransfers(tx, book, now_ms, [transferOf(client!, revenue!)])),
    ).rejects.toThrow(/no account/)
  })

  test('rolls back with its transaction', async () => {
    const book = newBook()
    const [client, revenue] = await openAccounts(book, 1)
    const failing = inBook(book, async (tx) => {
      await postTransfers(tx, book, now_ms, [transferOf(client!, revenue!)])
      throw new Error('later in the same transaction')
    })
    await expect(failing).rejects.toThrow('later')
    expect(await balancesOf(book)).toEqual({ [client!]: 0, [revenue!]: 0 })
    expect(await problemsOf(book)).toEqual([])
  })

  test('agrees with a model for any sequence of batches', async () => {
    const batch = fc.array(fc.record({ pair: fc.nat(11), amount_e4: fc.integer({ min: 1, max: 10_000_000 }) }), {
      maxLength: 20,
    })
    await fc.assert(
      fc.asyncProperty(
        fc.array(batch, { maxLength: 6 }),
        fc.array(fc.nat(5), { maxLength: 3 }),
        async (batches, again) => {
          const book = newBook()
          const accounts = await openAccounts(book, 3)
          const pairs = accounts.flatMap((from) =>
            accounts.filter((to) => to !== from).map((to) => [from, to] as const),
          )
          const model = new Map(accounts.map((id) => [id, 0]))
          const batchesOfTransfers = batches.map((list) =>
            list.map(({ pair, amount_e4 }) => transferOf(...pairs[pair]!, { amount_e4 })),
          )
          for (const list of batchesOfTransfers) {
            await inBook(book, (tx) => postTransfers(tx, book, now_ms, list))
            for (const { flow, amount_e4 } of list) {
              const { debitAccountId, creditAccountId } = flow
              model.set(debitAccountId, model.get(debitAccountId)! - amount_e4)
              model.set(creditAccountId, model.get(creditAccountId)! + amount_e4)
            }
          }
          for (const at of again)
            await inBook(book, (tx) => postTransfers(tx, book, now_ms, batchesOfTransfers[at] ?? []))
          expect(await balancesOf(book)).toEqual(Object.fromEntries(model))
          expect(await problemsOf(book)).toEqual([])
        },
      ),
      { numRuns: 60 },
    )
  })

  test('loses no update when sixty-four workers write to one hot account and eighty others', async () => {
    const book = newBook()
    const accounts = await openAccounts(book, 80)
    const revenue = accounts.at(-1)!
    let conflicts = 0
    const work = async (worker: number): Promise<void> => {
      for (let round = 0; round < 5; round++) {
        const transfers = Array.from({ length: 10 }, (_, at) =>
          transferOf(accounts[(worker * 7 + round * 13 + at * 29) % 80]!, revenue, { amount_e4: 1 + at }),
        )
        let tries = 0
        await retryConflicts(async () => {
          conflicts += tries++ > 0 ? 1 : 0
          await inBook(book, (tx) => postTransfers(tx, book, now_ms, transfers))
        })
      }
    }
    await Promise.all(Array.from({ length: 64 }, (_, worker) => work(worker)))
    expect((await balancesOf(book))[revenue]).toBe(64 * 5 * 55)
    expect(await problemsOf(book)).toEqual([])
    expect(conflicts).toBe(0)
  })
})

describe('the database', () => {
  test('rejects a transfer to an account that its book does not have', async () => {
    const book = newBook()
    const [client] = await openAccounts(book, 1)
    const insert = db.adminPool.query(
      `insert into ledger_transfer (agency_id, id, root_id, debit_account_id, credit_account_id, amount_e4,
              debit_balance_e4, credit_balance_e4, kind, reference_kind, reference_id, created_at)
       values ($1, $2, $3, $4, $2, 1, -1, 1, 'k', 'lead', $2, now())`,
      [book.agencyId, newId(now_ms), book.rootId, client],
    )
    await expect(insert).rejects.toMatchObject({ code: '23503' })
  })

  test('never deletes accounts', async () => {
    await expect(db.adminPool.query('delete from ledger_account')).rejects.toThrow(/keeps its rows/)
  })
})

describe('a saved transfer', () => {
  let book: Book
  beforeAll(async () => {
    book = newBook()
    const [client, revenue] = await openAccounts(book, 1)
    await inBook(book, (tx) => postTransfers(tx, book, now_ms, [transferOf(client!, revenue!)]))
  })

  test.each(['update ledger_transfer set amount_e4 = 1', 'delete from ledger_transfer'])(
    'cannot be changed by the program: %s',
    async (statement) => {
      await expect(inBook(book, (tx) => tx.query(statement))).rejects.toThrow(/permission denied/)
    },
  )

  test.each([
    'update ledger_transfer set amount_e4 = 1',
    'delete from ledger_transfer',
    'truncate ledger_transfer cascade',
  ])('cannot be changed by anybody: %s', async (statement) => {
    await expect(db.adminPool.query(statement)).rejects.toThrow(/keeps its rows/)
  })
})

describe('verifying the ledger', () => {
  test('finds a balance that is not the sum of its transfers, in one book and among all', async () => {
    const book = newBook()
    const [client, revenue] = await openAccounts(book, 1)
    await inBook(book, (tx) => postTransfers(tx, book, now_ms, [transferOf(client!, revenue!)]))
    expect(await problemsOf(book)).toEqual([])
    await db.adminPool.query('update ledger_account set balance_e4 = balance_e4 + 1 where id = $1', [client])
    const problems = await problemsOf(book)
    expect(problems).toHaveLength(3)
    expect(problems.join('\n')).toContain('has balance -124, its transfers sum to -125')
    const books = await verifyLedger(db.appPool)
    expect(books.find((one) => one.book.agencyId === book.agencyId)?.problems).toEqual(problems)
    expect(books.filter((one) => one.problems.length > 0)).toHaveLength(1)
  })

  test('reports a book that cannot be verified as its own problem, and verifies the others', async () => {
    const before = await verifyLedger(db.appPool)
    const stuckBook = before[0]!.book
    const books = await verifyLedger(db.appPool, [
      async (tx, book) => {
        if (book.agencyId === stuckBook.agencyId) await tx.query(`select 'jo@example.test'::integer`)
        return []
      },
    ])
    expect(books.slice(1)).toEqual(before.slice(1))
    expect(books[0]).toMatchObject({
      book: stuckBook,
      problems: [`book ${stuckBook.agencyId} could not be verified: error 22P02`],
    })
  })
})
