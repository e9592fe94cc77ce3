import { beforeEach, expect, test } from 'vitest'
import { verifyCharges } from '#server/areas/billing/verify-charges.ts'
import { verifyInvoices } from '#server/areas/billing/invoices/verify-invoices.ts'
import { creditLeads, reverseCredits } from '#server/areas/leads/credit-leads.ts'
import { verifyLedger } from '#server/areas/ledger/verify-ledger.ts'
import { createStillClock } from '#server/platform/clock.ts'
import { inScope } from '#server/platform/database/scope.ts'
import { newId } from '#server/platform/ids.ts'
import { noLimits, type TestApp } from '#server/test/app.ts'
import { makeCampaign, type TestTree } from '#server/test/factories.ts'
import type { TestDatabase } from '#server/test/harness.ts'
import { startTree } from '#server/test/open-tree.ts'
import { sellLeads } from '#server/test/payments.ts'
import { sampleOf } from '#server/test/proofs.ts'
import { closePayer } from './close-payers.ts'

// Compares a payer's months with a plain model (decision 113): leads are sold, credited and charged again at random,
// and each month's invoice bills its own leads and the earlier balance.

const months = sampleOf(14, 150)
const start_ms = Date.UTC(2026, 0, 15, 12)
const least_cents = 50

let db: TestDatabase
let http: TestApp
let tree: TestTree
let clock = createStillClock(start_ms)
beforeEach(async () => {
  clock = createStillClock(start_ms)
  const { close, ...stage } = await startTree({ clock, limiter: noLimits })
  ;({ db, http, tree } = stage)
  return close
})

/** Pseudorandom numbers, the same in every run. */
function seeded(seed: number): (below: number) => number {
  let state = seed
  return (below) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    return Math.floor((state / 2 ** 32) * below)
  }
}

interface ModelLead {
  id: string
  cents: number
  isInvoiced: boolean
  isCredited: boolean
}

/** A payer who pays every invoice, and what each month bills. Knows no transfers, and counts whole cents. */
class Model {
  readonly leads: ModelLead[] = []
  asked_cents = 0

  /** The month's invoice: its leads, the earlier balance, and the amount billed. Null if that is too little. */
  close(): { leads: number; earlier: number; asked: number } | null {
    const counting = this.leads.filter(({ isCredited }) => !isCredited)
    const debt = sum(counting) - this.asked_cents
    const fresh = counting.filter(({ isInvoiced }) => !isInvoiced)
    const earlier = Math.max(debt - sum(fresh), 0)
    const total = sum(fresh) + earlier
    if (total < least_cents) return null
    for (const lead of fresh) lead.isInvoiced = true
    const due = Math.min(Math.max(debt, 0), total)
    const amount = due < least_cents ? 0 : due
    this.asked_cents += amount
    return { leads: sum(fresh), earlier, asked: amount }
  }
}
const sum = (leads: readonly ModelLead[]): number => leads.reduce((all, { cents }) => all + cents, 0)

const client = () => tree.acme.clients[0]!
const book = () => ({ rootId: tree.root.id, agencyId: tree.acme.id })
const inBook = <T>(work: Parameters<typeof inScope<T>>[2]): Promise<T> =>
  inScope(db.appPool, { kind: 'agency', ...book() }, work)

async function sell(model: Model, count: number, cents: number): Promise<void> {
  const campaign = await makeCampaign(db, client())
  await sellLeads(db, tree.acme, { client: client(), campaign, at_ms: clock.now(), count, retail_e4: cents * 100 })
  const { rows } = await db.adminPool.query<{ id: string }>(
    'update lead set retail_price_e4 = $2 where campaign_id = $1 returning id',
    [campaign.id, cents * 100],
  )
  for (const { id } of rows) model.leads.push({ id, cents, isInvoiced: false, isCredited: false })
}

/** Credits leads as an exclusion does; returns the id of the change. */
async function credit(leads: readonly ModelLead[]): Promise<string> {
  const changeId = newId(clock.now())
  const { rows } = await db.adminPool.query<{ person_id: number }>(
    'update lead set person_id = (select max(person_id) + 1 from lead) where id = any($1) returning person_id',
    [leads.map(({ id }) => id)],
  )
  const rule = { changeId, personIds: [rows[0]!.person_id], since: new Date(0), clientId: null, campaignId: null }
  await inBook((tx) => creditLeads(tx, book(), clock.now(), rule))
  for (const lead of leads) lead.isCredited = true
  return changeId
}

/** The month's invoice, in the model's terms. */
async function close(endsOn: string): Promise<ReturnType<Model['close']>> {
  const payer = { clientId: client().id, endsOn, zone: 'UTC', least_cents: 0 }
  if (!(await inBook((tx) => closePayer(tx, clock.now(), { ...book(), ...payer })))) return null
  const { rows } = await db.adminPool.query<{ leads: number; earlier: number; asked: number }>(
    `select coalesce(sum(l.amount_cents) filter (where l.kind = 'leads'), 0)::int as leads,
            coalesce(sum(l.amount_cents) filter (where l.kind = 'earlier_balance'), 0)::int as earlier,
            (i.total_cents - i.deduction_cents)::int as asked
       from invoice i join invoice_line l on l.agency_id = i.agency_id and l.invoice_id = i.id
      where i.agency_id = $1 and i.client_id = $2 and i.ends_on = $3::date group by i.id, i.total_cents, i.deduction_cents`,
    [tree.acme.id, client().id, endsOn],
  )
  return rows[0]!
}

test(
  'invoices bill what a plain model says, month by month, and their sources add up',
  { timeout: 600_000 },
  async () => {
    const draw = seeded(113)
    const model = new Model()
    const changes: { id: string; leads: ModelLead[] }[] = []
    const wrong: unknown[] = []
    let earlier = 0
    for (let month = 1; month <= months; month++) {
      if (draw(4) > 0) await sell(model, 1 + draw(6), 10 + draw(150))
      clock.advance(60_000)
      const creditable = model.leads.filter(({ isCredited }) => !isCredited)
      const leads = creditable.filter(() => draw(3) === 0)
      if (leads.length > 0 && draw(2) === 0) changes.push({ id: await credit(leads), leads })
      clock.advance(60_000)
      const reversals = draw(2) === 0 ? changes.splice(draw(changes.length), 1) : []
      for (const { id, leads: back } of reversals) {
        await inBook((tx) => reverseCredits(tx, book(), clock.now(), id))
        for (const lead of back) lead.isCredited = false
      }
      const endsOn = new Date(Date.UTC(2026, month, 1)).toISOString().slice(0, 10)
      clock.advance(Date.parse(endsOn) + 3_600_000 - clock.now())
      const modelInvoice = model.close()
      const invoice = await close(endsOn)
      if (JSON.stringify(invoice) !== JSON.stringify(modelInvoice))
        wrong.push({ month, said: modelInvoice, found: invoice })
      earlier += modelInvoice && modelInvoice.earlier > 0 ? 1 : 0
      clock.advance(86_400_000)
    }
    expect(wrong).toEqual([])
    expect(earlier).toBeGreaterThan(1)
    const books = await verifyLedger(http.platform.appPool, [verifyCharges, verifyInvoices])
    expect(books.flatMap(({ problems }) => problems)).toEqual([])
  },
)
