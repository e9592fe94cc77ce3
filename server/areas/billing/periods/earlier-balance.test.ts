import { beforeEach, describe, expect, test } from 'vitest'
import { payOutCredit } from '#contract/billing/credits.ts'
import { downloadInvoice, getInvoice, listInvoices, readBilling } from '#contract/billing/invoices.ts'
import { listLineLeads, readMoneyTrail } from '#contract/billing/money-trail.ts'
import { verifyCharges } from '#server/areas/billing/verify-charges.ts'
import { verifyInvoices } from '#server/areas/billing/invoices/verify-invoices.ts'
import { verifyLedger } from '#server/areas/ledger/verify-ledger.ts'
import { creditLeads, reverseCredits } from '#server/areas/leads/credit-leads.ts'
import { createCustomer } from '#contract/payments/cards.ts'
import { inScope } from '#server/platform/database/scope.ts'
import type { Tx } from '#server/platform/database/tx.ts'
import { newId } from '#server/platform/ids.ts'
import { makeCampaign, type TestUser } from '#server/test/factories.ts'
import { cardholder, connectAccount } from '#server/test/payment-stage.ts'
import { chargesOf, sellLeads, tokenOf } from '#server/test/payments.ts'
import { readPdf } from '#server/test/read-pdf.ts'
import { runJobs } from '#server/test/run-jobs.ts'
import { startSandboxTree, type SandboxTree } from '#server/test/sandbox-tree.ts'
import { sumUninvoicedLeads } from '../invoices/gather-leads.ts'
import { readSince } from '../invoices/gathered-since.ts'
import { closePeriodsJob } from './close-periods.ts'

// Amounts owed that are on an invoice but that none has billed, and how far back closing a month looks for leads.

let { db, http, tree, sandbox, clock } = {} as SandboxTree
const friday_ms = Date.UTC(2026, 10, 20, 12)
const week_ms = 7 * 86_400_000
beforeEach(async () => {
  const { close, ...stage } = await startSandboxTree(friday_ms)
  ;({ db, http, tree, sandbox, clock } = stage)
  await connectAccount(http, sandbox, tree.acme)
  await store(tree.acme.owner)
  await store(client().user)
  return close
})

const client = () => tree.acme.clients[0]!
const book = () => ({ rootId: tree.root.id, agencyId: tree.acme.id })
const inBook = <Answer>(work: (tx: Tx) => Promise<Answer>): Promise<Answer> =>
  inScope(db.appPool, { kind: 'agency', ...book() }, work)
async function store(user: TestUser): Promise<void> {
  const body = { tokenid: await tokenOf(sandbox), ...cardholder }
  expect((await http.as(user).call(createCustomer, { body })).status).toBe(200)
}
async function sell(count: number, retail_e4 = 15_000): Promise<void> {
  const campaign = await makeCampaign(db, client())
  await sellLeads(db, tree.acme, { client: client(), campaign, at_ms: clock.now(), count, retail_e4 })
}
async function closeAt(date: string): Promise<void> {
  clock.advance(Date.parse(`${date}T06:01:00Z`) - clock.now())
  await closePeriodsJob.run(http.platform, {})
  await runJobs(db, http.platform)
}
/** Credits the oldest leads, as an exclusion does; returns the id of the change. */
async function credit(count: number): Promise<string> {
  const changeId = newId(clock.now())
  const { rows } = await db.adminPool.query<{ id: string }>(
    'select id from lead where agency_id = $1 order by id limit $2',
    [tree.acme.id, count],
  )
  await db.adminPool.query('update lead set person_id = 999 where id = any($1)', [rows.map(({ id }) => id)])
  const rule = { changeId, personIds: [999], since: new Date(0), clientId: null, campaignId: null }
  await inBook((tx) => creditLeads(tx, book(), clock.now(), rule))
  return changeId
}
const takeBack = (changeId: string): Promise<void> => inBook((tx) => reverseCredits(tx, book(), clock.now(), changeId))

/** November: ten leads invoiced. December: four credited and deducted. January: those credits are reversed. */
async function reverseDeductedCredits(): Promise<void> {
  await sell(10)
  await closeAt('2026-12-01')
  const changeId = await credit(4)
  await sell(10)
  await closeAt('2027-01-01')
  await takeBack(changeId)
}

/** Totals, amounts billed and lines of the client's invoices (`agency`) or the agency's own (`root`). */
const invoicesOf = async (issuer: 'agency' | 'root') =>
  (
    await db.adminPool.query<{ total: number; asked: number; lines: string }>(
      `select i.total_cents as total, i.total_cents - i.deduction_cents as asked,
              (select string_agg(l.kind || ' ' || l.amount_cents, ', ' order by l.line) from invoice_line l
                where l.agency_id = i.agency_id and l.invoice_id = i.id) as lines
         from invoice i where i.agency_id = $1 and i.issuer = $2 order by i.year, i.number`,
      [tree.acme.id, issuer],
    )
  ).rows.map(({ total, asked, lines }) => [total, asked, lines])
const openBalances = async (): Promise<number[]> =>
  (
    await db.adminPool.query<{ balance_e4: number }>(
      `select balance_e4 from ledger_account
        where agency_id = $1 and kind in ('client_receivable', 'agency_payable') and balance_e4 <> 0`,
      [tree.acme.id],
    )
  ).rows.map(({ balance_e4 }) => balance_e4)
const problems = async (): Promise<string[]> =>
  (await verifyLedger(db.appPool, [verifyCharges, verifyInvoices])).flatMap((one) => one.problems)

/** A payer's newest invoice, as its dialog shows it. */
async function newest(user = client().user, companyID = client().id) {
  http.forget()
  const { body } = await http.as(user).call(listInvoices, { params: { companyID } })
  const { id: invoiceID } = body.data[0]!
  return (await http.as(user).call(getInvoice, { params: { companyID, invoiceID } })).body.data
}

describe('leads that were invoiced, credited and deducted, and whose credit was then reversed', () => {
  test('are billed once, by a line of the next invoice, in each leg', async () => {
    await reverseDeductedCredits()
    await sell(10)
    await closeAt('2027-02-01')
    await sell(10)
    await closeAt('2027-03-01')
    expect(await invoicesOf('agency')).toEqual([
      [1_500, 1_500, 'leads 1500'],
      [1_500, 900, 'leads 1500'],
      [2_100, 2_100, 'leads 1500, earlier_balance 600'],
      [1_500, 1_500, 'leads 1500'],
    ])
    expect(await openBalances()).toEqual([])
    expect(await problems()).toEqual([])
  })

  test('are traced from the line to the invoice that deducted them and to each lead, and back by the money trail, in each leg', async () => {
    await sell(10)
    await closeAt('2026-12-01')
    const changeId = await credit(4)
    await sell(10)
    await closeAt('2027-01-01')
    const { number } = await newest()
    await takeBack(changeId)
    await sell(10)
    await closeAt('2027-02-01')
    const { id: invoiceID, lines } = await newest()
    expect(lines.map(({ sources }) => sources)).toEqual([
      [],
      [{ invoice_id: expect.any(String), number, amount: 6, leads: 4 }],
    ])
    const params = { companyID: client().id, invoiceID, line: '2' }
    const leads = (await http.as(client().user).call(listLineLeads, { params, query: { PerPage: 3 } })).body
    expect(leads.data.map(({ price, credited }) => [price, credited])).toEqual([
      [1.5, false],
      [1.5, false],
      [1.5, false],
    ])
    expect(leads.total).toBe(4)
    const id = leads.data[0]!.lead_id
    const legs = (await http.as(tree.acme.owner).call(readMoneyTrail, { params: { id } })).body.data
    expect(legs.map(({ leg, credits }) => [leg, credits.map(({ asked_again }) => asked_again)])).toEqual([
      [
        'retail',
        [expect.objectContaining({ invoice: expect.objectContaining({ id: invoiceID }), line: 2, amount: 1.5 })],
      ],
      ['wholesale', [expect.objectContaining({ line: 2, amount: 0.5 })]],
    ])
    expect((await newest(tree.acme.owner, tree.acme.id)).lines.at(-1)).toMatchObject({
      kind: 'earlier_balance',
      sources: [{ amount: 2, leads: 4 }],
    })
  })

  test('are billed again if their credit was paid out, although no invoice has deducted it', async () => {
    await sell(10)
    await closeAt('2026-12-01')
    const changeId = await credit(4)
    const payout = { companyID: client().id, amount: 6, paid_on: '2026-12-01', note: 'Transfer 17' }
    http.forget()
    expect((await http.as(tree.acme.owner).call(payOutCredit, { body: payout })).status).toBe(200)
    await takeBack(changeId)
    await closeAt('2027-01-01')
    expect(await invoicesOf('agency')).toEqual([
      [1_500, 1_500, 'leads 1500'],
      [600, 600, 'earlier_balance 600'],
    ])
    expect(await problems()).toEqual([])
  })

  test('are listed on the invoice PDF with the invoice that deducted them', async () => {
    await reverseDeductedCredits()
    const { number } = await newest()
    await sell(10)
    await closeAt('2027-02-01')
    const params = { companyID: client().id, invoiceID: (await newest()).id }
    const { raw } = await http.as(client().user).call(downloadInvoice, { params })
    expect(readPdf(raw.rawPayload).replaceAll('\n', ' ')).toContain(`Carried over from ${number}: $6.00`)
  })

  test('are billed even when their payer has no other leads', async () => {
    await reverseDeductedCredits()
    await closeAt('2027-02-01')
    await closeAt('2027-03-01')
    expect((await invoicesOf('agency')).slice(2)).toEqual([[600, 600, 'earlier_balance 600']])
    expect(await openBalances()).toEqual([])
  })

  test('are not billed again when nothing was deducted in between', async () => {
    await sell(10)
    await closeAt('2026-12-01')
    await takeBack(await credit(4))
    await sell(10)
    await closeAt('2027-01-01')
    expect(await invoicesOf('agency')).toEqual([
      [1_500, 1_500, 'leads 1500'],
      [1_500, 1_500, 'leads 1500'],
    ])
    expect(await openBalances()).toEqual([])
  })

  test('are shown on the billing page as part of the next charge, without tax or deduction', async () => {
    await reverseDeductedCredits()
    await sell(2)
    clock.advance(1_000)
    http.forget()
    const answer = await http.as(client().user).call(readBilling, { params: { companyID: client().id } })
    expect(answer.body.data).toMatchObject({
      accrued: 3,
      deduction: 0,
      expected: 9,
      lines: [
        { kind: 'leads', amount: 3 },
        { kind: 'earlier_balance', amount: 6 },
      ],
    })
  })
})

test('an amount below the card minimum is carried over from a settled invoice to the next one', async () => {
  await sell(10)
  await closeAt('2026-12-01')
  await credit(9)
  // 13.80 minus the 13.50 that was credited.
  await sell(10, 13_800)
  await closeAt('2027-01-01')
  expect(await chargesOf(db, client().user)).toMatchObject([
    { status: 'succeeded' },
    { status: 'settled', amount_cents: 0 },
  ])
  await sell(1)
  await closeAt('2027-02-01')
  await closeAt('2027-03-01')
  expect((await invoicesOf('agency')).slice(1)).toEqual([
    [1_380, 0, 'leads 1380'],
    [180, 180, 'leads 150, earlier_balance 30'],
  ])
  const [, rest] = (await newest()).lines
  expect(rest!.sources).toEqual([{ invoice_id: expect.any(String), number: '2027-0001', amount: 0.3, leads: 0 }])
  expect(await openBalances()).toEqual([])
  expect(await problems()).toEqual([])
})

test('a lead credited before it was invoiced is on the next invoice after the credit is reversed, however old it is', async () => {
  await sell(10)
  const changeId = await credit(4)
  await closeAt('2026-12-01')
  clock.advance(20 * week_ms)
  await takeBack(changeId)
  await closeAt('2027-05-01')
  expect((await invoicesOf('agency')).map(([, , lines]) => lines)).toEqual(['leads 900', 'leads 600'])
  expect(await problems()).toEqual([])
})

describe('the doctor', () => {
  const admin = (sql: string): Promise<unknown> => db.adminPool.query(sql, [tree.acme.id])
  const findings = async (): Promise<string[]> => (await problems()).map((one) => one.replaceAll(/[0-9a-f-]{36}/g, '…'))
  const ofAgency = 'where agency_id = $1'
  async function leaveOver(): Promise<void> {
    await reverseDeductedCredits()
    await sell(10)
    await closeAt('2027-02-01')
  }

  test('finds a line that differs from its sources, a source that exceeds its deduction, and a credit that was not reversed', async () => {
    await leaveOver()
    expect(await findings()).toEqual([])
    const retail = `${ofAgency} and client_id is not null and place = 1`
    await admin(`update earlier_balance_source set amount_e4 = amount_e4 + 100 ${retail}`)
    expect(await findings()).toEqual([
      'line 2 of invoice … does not equal its sources',
      'invoice … is the source of more than its deduction',
      'credit … was charged again, but not reversed in full',
    ])
    await admin(`update earlier_balance_source set amount_e4 = amount_e4 - 100, credit_id = invoice_id ${retail}`)
    expect(await findings()).toEqual(['credit … was charged again, but not reversed in full'])
    await admin(`delete from earlier_balance_source ${retail}`)
    expect(await findings()).toEqual(['line 2 of invoice … does not equal its sources'])
  })

  test('accepts lines that were issued before their sources were stored', async () => {
    await leaveOver()
    await admin(`delete from earlier_balance_source ${ofAgency} and place > 1`)
    await admin(
      `update earlier_balance_source s set from_id = null, credit_id = null, amount_e4 = l.amount_cents * 100
         from invoice_line l where s.agency_id = $1 and l.agency_id = $1 and l.invoice_id = s.invoice_id and l.line = s.line`,
    )
    expect(await findings()).toEqual([])
    expect((await newest()).lines.at(-1)).toMatchObject({ kind: 'earlier_balance', sources: [] })
  })
})

describe('the history read when a period is closed', () => {
  /** How many rows of leads and transfers are read to find what isn't invoiced. */
  async function rowsRead(): Promise<number> {
    const endsOn = '2028-01-01'
    return inBook(async (tx) => {
      const of = { clientId: null, endsOn }
      const since = (await readSince(tx, { agencyId: tree.acme.id, zone: 'America/Chicago' }, [of])).get(null)!
      let plan: unknown
      const explaining = {
        query: async (text: string, values: unknown[]) => {
          const { rows } = await tx.query<Record<string, unknown>>(`explain (analyze, format json) ${text}`, values)
          plan = rows[0]!['QUERY PLAN']
          return { rows: [] }
        },
      } as unknown as Tx
      await sumUninvoicedLeads(explaining, { agencyId: tree.acme.id, clientId: null, until: null }, since)
      return sumScanned(plan)
    })
  }
  function sumScanned(of: unknown): number {
    if (Array.isArray(of)) return of.reduce((sum: number, one) => sum + sumScanned(one), 0)
    if (typeof of !== 'object' || of === null) return 0
    const node = of as Record<string, unknown>
    const ownRows = ['lead', 'ledger_transfer'].includes(String(node['Relation Name']))
      ? (Number(node['Actual Rows']) + Number(node['Rows Removed by Filter'] ?? 0)) * Number(node['Actual Loops'])
      : 0
    return ownRows + Object.values(node).reduce<number>((sum, one) => sum + sumScanned(one), 0)
  }

  test('does not grow with the number of periods', async () => {
    const rowCounts: number[] = []
    for (const month of ['2026-12-01', '2027-01-01', '2027-02-01', '2027-03-01', '2027-04-01', '2027-05-01']) {
      await sell(40)
      await closeAt(month)
      clock.advance(2 * week_ms)
      await sell(30)
      await db.adminPool.query('analyze')
      rowCounts.push(await rowsRead())
    }
    expect(rowCounts.at(-1)).toBeLessThan(300)
    expect(rowCounts.at(-1)).toBeLessThanOrEqual(rowCounts[1]! * 1.5)
    expect((await invoicesOf('agency')).map(([, , lines]) => lines)).toHaveLength(6)
    expect(await problems()).toEqual([])
  })

  test('is complete when the balance shows a larger debt, so that a skipped lead is on the next invoice', async () => {
    await sell(10)
    await closeAt('2026-12-01')
    await sell(10)
    await closeAt('2027-01-01')
    // As if the clock had been ahead when the lead was sold.
    await db.adminPool.query(
      `delete from allocation where agency_id = $1 and transfer_id in (
         select t.id from ledger_transfer t join lead on lead.agency_id = $1 and lead.id = t.reference_id
          where t.agency_id = $1 and t.kind = 'lead_retail' and lead.created_at < '2026-12-01' order by t.id limit 1)`,
      [tree.acme.id],
    )
    await inBook(async (tx) => {
      await tx.query(
        `update ledger_account set balance_e4 = balance_e4 - 15000 where agency_id = $1 and kind = 'client_receivable' and client_id = $2`,
        [tree.acme.id, client().id],
      )
    })
    await sell(10)
    await closeAt('2027-02-01')
    expect((await invoicesOf('agency')).at(-1)).toEqual([1_650, 1_650, expect.stringMatching(/^leads \d+, leads \d+$/)])
  })
})
