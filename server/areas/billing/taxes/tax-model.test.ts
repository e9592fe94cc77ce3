import { expect, test } from 'vitest'
import { settleCharge } from '#contract/billing/invoices.ts'
import { refundCharge } from '#contract/billing/refunds.ts'
import { verifyCharges } from '#server/areas/billing/verify-charges.ts'
import { verifyInvoices } from '#server/areas/billing/invoices/verify-invoices.ts'
import { verifyRefunds } from '#server/areas/billing/refunds/verify-refunds.ts'
import { verifyLedger } from '#server/areas/ledger/verify-ledger.ts'
import { createStillClock } from '#server/platform/clock.ts'
import { newId } from '#server/platform/ids.ts'
import { noLimits } from '#server/test/app.ts'
import { makeCampaign } from '#server/test/factories.ts'
import { openTree } from '#server/test/open-tree.ts'
import { sellLeads } from '#server/test/payments.ts'
import { propertySeed } from '#server/test/property-seed.ts'
import { sampleOf } from '#server/test/proofs.ts'
import { makeTaxRate, setTaxDetail } from '#server/test/taxes.ts'
import { closePeriodsJob } from '../periods/close-periods.ts'

// Compares the tax of invoices and refunds with plain arithmetic that shares no code with the product, in worlds of
// random rates, places, days, exemptions, prices and refunds.

const worlds = sampleOf(12, 90)
const week_ms = 7 * 86_400_000

const clock = createStillClock(Date.UTC(2026, 10, 20, 12))
const { db, tree, http } = await openTree({ clock, limiter: noLimits })
const agency = tree.acme

let state = propertySeed + 7
const below = (n: number): number => {
  state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
  return Math.floor((state / 2 ** 32) * n)
}
const pick = <T>(of: readonly T[]): T => of[below(of.length)]!

interface Rate {
  country: string
  region: string
  rate_e3: number
  validFrom: string
}

interface Payer {
  country: string
  region: string
  exemptReason: string | null
}

/** The region's latest rate, else the country's, as one would look it up in a list. */
function modelRate(rates: readonly Rate[], payer: Payer, today: string): number {
  if (payer.exemptReason !== null || payer.country === '') return 0
  for (const region of payer.region === '' ? [''] : [payer.region, '']) {
    let latestRate: Rate | null = null
    for (const rate of rates)
      if (rate.country === payer.country && rate.region === region && rate.validFrom <= today)
        if (latestRate === null || rate.validFrom > latestRate.validFrom) latestRate = rate
    if (latestRate) return latestRate.rate_e3
  }
  return 0
}

/** The nearest whole cent; halves go to the even one. */
function modelTax(cents: number, rate_e3: number): number {
  const exact = cents * rate_e3
  let low = Math.trunc(exact / 100_000)
  while (low * 100_000 > exact) low--
  while ((low + 1) * 100_000 <= exact) low++
  const [toLow, toHigh] = [exact - low * 100_000, (low + 1) * 100_000 - exact]
  if (toLow === toHigh) return low % 2 === 0 ? low : low + 1
  return toLow < toHigh ? low : low + 1
}

const places = [
  ['DE', ''],
  ['US', ''],
  ['US', 'NY'],
  ['US', 'TX'],
  ['CA', 'QC'],
] as const

async function makeRates(): Promise<Rate[]> {
  await db.adminPool.query('delete from tax_rate')
  const rates = new Map<string, Rate>()
  for (let n = 2 + below(8); n > 0; n--) {
    const [country, region] = pick(places)
    const validFrom = pick(['2020-01-01', '2026-11-01', '2026-12-24', '2027-03-03', '2030-01-01'])
    const rate_e3 = pick([0, 1, 5_000, 7_000, 8_875, 19_000, 33_333, 50_000, 100_000, below(100_001)])
    rates.set(`${country} ${region} ${validFrom}`, { country, region, rate_e3, validFrom })
  }
  const { id: agencyId, owner } = agency
  for (const rate of rates.values()) await makeTaxRate(db, { rootId: owner.rootId, agencyId, ...rate })
  return [...rates.values()]
}

async function makePayer(): Promise<Payer> {
  const [country, region] = pick([...places, ['', ''] as const])
  const payer = { country, region, exemptReason: below(6) === 0 ? 'Charity' : null }
  const { id: companyId } = agency.clients[0]!
  await setTaxDetail(db, { companyId, rootId: agency.owner.rootId, agencyId: agency.id, clientId: companyId, ...payer })
  return payer
}

/** Refunds an invoice in random parts, and the rest at the end; returns the tax of each part. */
async function refundAll(
  companyID: string,
  chargeId: string,
  total_cents: number,
): Promise<{ cents: number; tax: number }[]> {
  await http.as(agency.owner).call(settleCharge, { body: { companyID, chargeID: chargeId } })
  const parts: number[] = []
  for (let rest_cents = total_cents; rest_cents > 0;) {
    const part = parts.length === 3 ? rest_cents : 1 + below(rest_cents)
    parts.push(part)
    rest_cents -= part
  }
  for (const part of parts) {
    const answer = await http.as(agency.owner).call(refundCharge, {
      body: { companyID, chargeId, amount: part / 100, reason: 'requested', operationId: newId(clock.now()) },
    })
    expect([part, answer.status]).toEqual([part, 200])
  }
  const { rows } = await db.adminPool.query<{ cents: number; tax: number }>(
    'select amount_cents as cents, tax_cents as tax from refund where charge_id = $1 order by number',
    [chargeId],
  )
  return rows
}

test(`invoices of ${worlds} random worlds bill what plain arithmetic says, and refunds return it to the cent`, async () => {
  const client = agency.clients[0]!
  let taxedWorlds = 0
  for (let world = 0; world < worlds; world++) {
    const rates = await makeRates()
    const payer = await makePayer()
    for (let n = 1 + below(4); n > 0; n--) {
      const campaign = await makeCampaign(db, client)
      const prices = { retail_e4: 5_000 + below(900_000), wholesale_e4: 50 }
      await sellLeads(db, agency, { client, campaign, at_ms: clock.now(), count: 1 + below(9), ...prices })
    }
    clock.advance(week_ms)
    await closePeriodsJob.run(http.platform, {})
    http.forget()
    const { rows } = await db.adminPool.query<{ id: string; total_cents: number; tax_cents: number; today: string }>(
      `select id, total_cents, tax_cents, (issued_at at time zone 'America/Chicago')::date::text as today from invoice
        where client_id = $1 order by issued_at desc limit 1`,
      [client.id],
    )
    const invoice = rows[0]!
    const { rows: lines } = await db.adminPool.query<{ amount_cents: number; tax_cents: number }>(
      'select amount_cents, tax_cents from invoice_line where invoice_id = $1',
      [invoice.id],
    )
    const rate_e3 = modelRate(rates, payer, invoice.today)
    const modelTaxes = lines.map(({ amount_cents }) => modelTax(amount_cents, rate_e3))
    expect([world, lines.map(({ tax_cents }) => tax_cents)]).toEqual([world, modelTaxes])
    const tax_cents = modelTaxes.reduce((sum, cents) => sum + cents, 0)
    const net_cents = lines.reduce((sum, { amount_cents }) => sum + amount_cents, 0)
    expect([world, invoice.tax_cents, invoice.total_cents]).toEqual([world, tax_cents, net_cents + tax_cents])
    taxedWorlds += tax_cents > 0 ? 1 : 0
    const back = await refundAll(client.id, invoice.id, invoice.total_cents)
    let [cents, tax] = [0, 0]
    for (const part of back) {
      cents += part.cents
      tax += part.tax
      // The tax returned so far is exactly its proportion of the refunds so far, rounded down.
      expect(tax).toBe(Math.trunc((tax_cents * cents) / (net_cents + tax_cents)))
    }
    expect([world, cents, tax]).toEqual([world, net_cents + tax_cents, tax_cents])
  }
  expect(taxedWorlds).toBeGreaterThan(worlds / 6)
  const books = await verifyLedger(db.appPool, [verifyCharges, verifyInvoices, verifyRefunds])
  expect(books.flatMap(({ problems }) => problems)).toEqual([])
}, 600_000)
