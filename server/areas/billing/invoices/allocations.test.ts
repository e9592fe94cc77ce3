import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { verifyInvoices } from '#server/areas/billing/invoices/verify-invoices.ts'
import { verifyLedger } from '#server/areas/ledger/verify-ledger.ts'
import { migrateBefore, type HalfMigrated } from '#server/test/migrate-in-two.ts'
import { startShareStage, type ShareStage } from '#server/test/share-stage.ts'

describe('an allocation', () => {
  let stage: ShareStage
  beforeEach(async () => {
    stage = await startShareStage()
    return stage.stop
  })

  test('repeats what its transfer booked, in both legs, and the doctor compares the two', async () => {
    const { db, tree, sell, pay } = stage
    await sell(2, [150, 50])
    await pay(14)
    const { rows } = await db.adminPool.query(
      `select kind, client_id, item_id in (select id from lead) as "isLead", amount_e4::int, count(*)::int from allocation
        group by 1, 2, 3, 4 order by amount_e4`,
    )
    const leads = { kind: 'lead', isLead: true, count: 2 }
    expect(rows).toEqual([
      { ...leads, client_id: null, amount_e4: 5_000 },
      { ...leads, client_id: tree.acme.clients[0]!.id, amount_e4: 15_000 },
    ])
    const problems = async () => (await verifyLedger(db.appPool, [verifyInvoices])).flatMap((book) => book.problems)
    expect(await problems()).toEqual([])
    const other = {
      kind: `'enrichment'`,
      item_id: 'gen_random_uuid()',
      amount_e4: 'amount_e4 + 1',
      booked_at: `booked_at + interval '1 second'`,
      client_id: 'coalesce(client_id, agency_id)',
    }
    const { rows: backups } = await db.adminPool.query<{ rows: string }>(
      'select json_agg(a)::text as rows from allocation a',
    )
    for (const [column, value] of Object.entries(other)) {
      await db.adminPool.query(`update allocation set ${column} = ${value} where client_id is null`)
      expect(await problems()).toEqual([expect.stringMatching(/^line 1 of invoice \S+ does not match its sources$/)])
      await db.adminPool.query('delete from allocation')
      await db.adminPool.query('insert into allocation select * from json_populate_recordset(null::allocation, $1)', [
        backups[0]!.rows,
      ])
    }
    expect(await problems()).toEqual([])
  })
})

describe('the migration', () => {
  let half: HalfMigrated
  afterEach(() => half.close())

  const [rootId, agencyId, clientId, invoiceId, ownInvoiceId] = Array.from({ length: 5 }, () => crypto.randomUUID())
  const items = { lead: crypto.randomUUID(), enrichment: crypto.randomUUID(), period_fee: crypto.randomUUID() }

  /** Books an item, and puts it on an invoice unless it has none. */
  const book = async (
    kind: keyof typeof items,
    { payer, invoice, amount_e4 }: { payer: string | null; invoice: string | null; amount_e4: number },
  ): Promise<void> => {
    const { adminPool } = half.db
    const transferId = crypto.randomUUID()
    await adminPool.query(
      `insert into ledger_transfer (agency_id, id, root_id, client_id, debit_account_id, credit_account_id, amount_e4,
         debit_balance_e4, credit_balance_e4, kind, reference_kind, reference_id, created_at)
       select $1, $2, $3, $4, debit.id, credit.id, $5, 0, 0, $6, $6, $7, '2026-11-20T12:00:00Z'
         from ledger_account debit, ledger_account credit where debit.kind = 'agency_payable' and credit.kind = 'root_revenue'`,
      [agencyId, transferId, rootId, payer, amount_e4, kind, items[kind]],
    )
    if (invoice)
      await adminPool.query(
        `insert into invoice_transfer (agency_id, transfer_id, root_id, client_id, invoice_id, line)
         values ($1, $2, $3, $4, $5, 1)`,
        [agencyId, transferId, rootId, payer, invoice],
      )
  }

  test('allocates what older invoices bill, and nothing that is on none', async () => {
    half = await migrateBefore('0721-allocations.sql')
    const { adminPool } = half.db
    for (const kind of ['agency_payable', 'root_revenue'])
      await adminPool.query(
        'insert into ledger_account (agency_id, id, root_id, kind, created_at) values ($1, $2, $3, $4, now())',
        [agencyId, crypto.randomUUID(), rootId, kind],
      )
    await book('lead', { payer: clientId!, invoice: invoiceId!, amount_e4: 15_000 })
    await book('lead', { payer: null, invoice: ownInvoiceId!, amount_e4: 5_000 })
    await book('enrichment', { payer: null, invoice: null, amount_e4: 7_000 })
    await book('period_fee', { payer: clientId!, invoice: invoiceId!, amount_e4: 9_900 })
    await half.finish()
    const { rows } = await adminPool.query(
      `select kind, client_id, invoice_id, item_id, amount_e4::int, booked_at from allocation order by amount_e4`,
    )
    const booked_at = new Date('2026-11-20T12:00:00Z')
    const ofClient = { client_id: clientId, invoice_id: invoiceId, booked_at }
    expect(rows).toEqual([
      { kind: 'lead', client_id: null, invoice_id: ownInvoiceId, item_id: items.lead, amount_e4: 5_000, booked_at },
      { kind: 'period_fee', ...ofClient, item_id: items.period_fee, amount_e4: 9_900 },
      { kind: 'lead', ...ofClient, item_id: items.lead, amount_e4: 15_000 },
    ])
  })
})
