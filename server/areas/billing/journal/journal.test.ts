import { beforeAll, describe, expect, test } from 'vitest'
import { listInvoices, settleCharge } from '#contract/billing/invoices.ts'
import { downloadJournal, listJournalAccounts, saveJournalAccounts } from '#contract/billing/journal.ts'
import { closePeriodsJob } from '#server/areas/billing/periods/close-periods.ts'
import { createStillClock } from '#server/platform/clock.ts'
import { noLimits } from '#server/test/app.ts'
import { makeCampaign, type TestUser } from '#server/test/factories.ts'
import { openTree } from '#server/test/open-tree.ts'
import { sellLeads } from '#server/test/payments.ts'

// The ledger as a journal: an agency's from its own side, the operator's over all agencies.

const clock = createStillClock(Date.UTC(2026, 10, 20, 12))
const { db, http, tree } = await openTree({ clock, limiter: noLimits })
beforeAll(async () => {
  for (const client of tree.acme.clients) {
    const campaign = await makeCampaign(db, client)
    await sellLeads(db, tree.acme, {
      client,
      campaign,
      at_ms: clock.now(),
      count: 3,
      retail_e4: 12_345,
      wholesale_e4: 5_005,
    })
  }
  clock.advance(12 * 86_400_000)
  await closePeriodsJob.run(http.platform, {})
  // Sessions expire in the meantime.
  http.forget()
  const companyID = tree.acme.clients[0]!.id
  const [invoice] = (await http.as(tree.acme.owner).call(listInvoices, { params: { companyID } })).body.data
  await http.as(tree.acme.owner).call(settleCharge, { body: { companyID, chargeID: invoice!.id } })
})

const open = (user: TestUser, days: object = {}) =>
  http.as(user).call(downloadJournal, {
    params: { companyID: user.companyId, start: '2026-11-01', end: '2026-12-31', ...days },
    query: { format: 'raw' },
  })
const linesOf = async (user: TestUser): Promise<string[][]> => {
  const { raw } = await open(user)
  return raw.payload
    .trimEnd()
    .split('\r\n')
    .slice(1)
    .map((line) => line.split(','))
}
/** Debits less credits by account, in 1/10,000 dollar. */
const sumsOf = (lines: readonly string[][]): Record<string, number> => {
  const sums: Record<string, number> = {}
  for (const [, , , account, debit, credit] of lines)
    sums[account!] = (sums[account!] ?? 0) + Math.round(Number(debit) * 10_000) - Math.round(Number(credit) * 10_000)
  return sums
}
const balanceOf = async (kind: string): Promise<number> =>
  (
    await db.adminPool.query<{ e4: number }>(
      'select coalesce(sum(balance_e4), 0)::bigint as e4 from ledger_account where agency_id = $1 and kind = $2',
      [tree.acme.id, kind],
    )
  ).rows[0]!.e4

test('debits equal credits, and each account comes to what the ledger says', async () => {
  const agency = await linesOf(tree.acme.owner)
  const sums = sumsOf(agency)
  expect(Object.values(sums).reduce((all, one) => all + one, 0)).toBe(0)
  expect(sums['Receivables from clients']).toBe(-(await balanceOf('client_receivable')))
  expect(sums['Revenue']).toBe(-(await balanceOf('agency_revenue')))
  expect(sums['Bank']).toBe(-(await balanceOf('agency_bank')))
  // What an agency owes is a credit in its own books.
  expect(sums['Payable to the operator']).toBe(await balanceOf('agency_payable'))
  expect(sums['Cost of leads']).toBe(await balanceOf('root_revenue'))
  const operator = sumsOf(await linesOf(tree.root.system))
  expect(Object.values(operator).reduce((all, one) => all + one, 0)).toBe(0)
  expect(operator['Receivables from agencies']).toBe(-(await balanceOf('agency_payable')))
  expect(operator['Revenue']).toBe(-(await balanceOf('root_revenue')))
  expect(Object.keys(operator)).not.toContain('Receivables from clients')
})

test('a day’s leads are one entry for each client, and a payment names its invoice', async () => {
  const lines = await linesOf(tree.acme.owner)
  const leads = lines.filter(([, , , account, , , memo]) => account === 'Revenue' && memo!.startsWith('Lead retail'))
  expect(leads.map(([day, , , , , credit]) => [day, credit])).toEqual([
    ['2026-11-20', '3.7035'],
    ['2026-11-20', '3.7035'],
  ])
  const payment = lines.find(([, , , account]) => account === 'Bank')
  expect(payment!.at(-1)).toMatch(/^2026-000[12]$/)
})

test('is its owner’s alone, for days in order', async () => {
  expect((await open(tree.acme.clients[0]!.user)).status).toBe(403)
  expect((await open(tree.brightside.owner, { companyID: tree.acme.id })).status).toBe(404)
  expect((await open(tree.acme.owner, { end: '2026-10-01' })).body.field).toBe('end')
  expect((await open(tree.acme.owner, { start: '2025-01-01' })).body.field).toBe('end')
  expect(await linesOf(tree.brightside.owner)).toEqual([])
})

describe('accounts of a company’s own bookkeeping', () => {
  const save = (
    user: TestUser,
    accounts: { kind: string; number: string; name: string }[],
    companyID = user.companyId,
  ) => http.as(user).call(saveJournalAccounts, { body: { companyID, accounts: accounts as never } })
  const accountsOf = async (user: TestUser) =>
    (await http.as(user).call(listJournalAccounts, { params: { companyID: user.companyId } })).body.data
  const debtors = { kind: 'client_receivable', number: '1400', name: 'Debtors' }

  test('stand in its journal, which comes to the same cents, and in nobody else’s', async () => {
    const before = sumsOf(await linesOf(tree.acme.owner))
    const revenue = { kind: 'agency_revenue', number: '8400/1', name: '' }
    expect((await save(tree.acme.owner, [debtors, revenue])).status).toBe(200)
    const lines = await linesOf(tree.acme.owner)
    const { 'Receivables from clients': receivable, ...others } = before
    expect(sumsOf(lines)).toEqual({ ...others, Debtors: receivable })
    expect(receivable).toBe(-(await balanceOf('client_receivable')))
    const numbers = new Map(lines.map(([, , number, account]) => [account, number]))
    expect([numbers.get('Debtors'), numbers.get('Revenue'), numbers.get('Bank')]).toEqual(['1400', '8400/1', ''])
    expect((await accountsOf(tree.acme.owner)).find(({ kind }) => kind === 'client_receivable')).toEqual({
      ...debtors,
      usual_name: 'Receivables from clients',
    })
    expect((await accountsOf(tree.brightside.owner)).every(({ number, name }) => number + name === '')).toBe(true)
    expect(Object.keys(sumsOf(await linesOf(tree.root.system)))).toContain('Receivables from agencies')
    expect((await save(tree.acme.owner, [])).status).toBe(200)
    expect(sumsOf(await linesOf(tree.acme.owner))).toEqual(before)
  })

  test('are refused with a bad number, twice, or as one number with two names; then nothing changes', async () => {
    await save(tree.acme.owner, [debtors])
    const bank = { kind: 'agency_bank', number: '1400', name: 'Bank' }
    for (const wrong of [
      [{ ...debtors, number: '=1+1' }],
      [debtors, debtors],
      [debtors, bank],
      [{ ...debtors, kind: 'x' }],
    ])
      expect((await save(tree.acme.owner, wrong)).status).toBe(422)
    expect((await save(tree.brightside.owner, [debtors], tree.acme.id)).status).toBe(404)
    expect((await save(tree.acme.clients[0]!.user, [debtors])).status).toBe(403)
    const accounts = (await accountsOf(tree.acme.owner)).filter(({ number }) => number !== '')
    expect(accounts).toMatchObject([debtors])
  })
})
