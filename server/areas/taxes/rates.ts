import type { addTaxRate, listTaxRates, removeTaxRate, TaxRate } from '#contract/taxes/taxes.ts'
import { toPage } from '#contract/core/page.ts'
import { recordActivity } from '#server/areas/activity/record-activity.ts'
import { readTimeZone } from '#server/areas/tenants/time-zone-setting.ts'
import { dateOf } from '#server/platform/clock.ts'
import type { SignedInCall } from '#server/platform/call.ts'
import type { Tx } from '#server/platform/database/tx.ts'
import { Failure, invalid } from '#server/platform/failure.ts'
import type { Handler } from '#server/platform/http/route.ts'
import { newId } from '#server/platform/ids.ts'
import { localDateAt } from '#server/platform/local-dates.ts'
import type { PlaceRate } from './policy.ts'
import type { Seller } from './read-taxes.ts'

/** More than any country has places with separate rates, including each one's history. */
const most = 2_000

export interface TaxedCompany extends Seller {
  companyId: string
  clientId: string | null
}

export const companyOf = ({ object }: SignedInCall): TaxedCompany => {
  if (!object) throw invalid('companyId', 'Choose a company.')
  const { rootId, agencyId, clientId } = object
  return { rootId, agencyId, clientId, companyId: clientId ?? agencyId ?? rootId }
}

/** Today's date in the seller's time zone. */
export async function sellersDay(tx: Tx, { rootId, agencyId }: Seller, now_ms: number): Promise<string> {
  return localDateAt(now_ms, await readTimeZone(tx, agencyId ?? rootId))
}

interface RateRow extends PlaceRate {
  id: string
  valid_from: string
  next_from: string | null
  total: number
}

export const handleListTaxRates: Handler<typeof listTaxRates> = async ({ query }, call) => {
  const seller = companyOf(call)
  const { rows, today } = await call.inScope(async (tx) => ({
    today: await sellersDay(tx, seller, call.platform.clock.now()),
    rows: (
      await tx.query<RateRow>(
        `select id, country, region, name, rate_e3, valid_from::text,
           lead(valid_from) over (partition by country, region order by valid_from)::text as next_from,
           count(*) over ()::integer as total
           from tax_rate where root_id = $1 and agency_id is not distinct from $2
          order by country, region, tax_rate.valid_from desc limit $3 offset $4`,
        [seller.rootId, seller.agencyId, query.perPage, (query.page - 1) * query.perPage],
      )
    ).rows,
  }))
  return toPage(
    rows.map((row) => present(row, today)),
    query.page,
    query.perPage,
    rows[0]?.total ?? 0,
  )
}

const present = ({ id, country, region, name, rate_e3, valid_from, next_from }: RateRow, today: string): TaxRate => ({
  id,
  country,
  region,
  name,
  percent: rate_e3 / 1_000,
  valid_from,
  state: valid_from > today ? 'coming' : next_from !== null && next_from <= today ? 'past' : 'current',
})

export const handleAddTaxRate: Handler<typeof addTaxRate> = async ({ body }, call) => {
  const seller = companyOf(call)
  const now_ms = call.platform.clock.now()
  const id = newId(now_ms)
  const { country, region, name, percent, valid_from } = body
  await call.inScope(async (tx) => {
    const { rows } = await tx.query<{ count: number }>(
      'select count(*)::integer as count from tax_rate where root_id = $1 and agency_id is not distinct from $2',
      [seller.rootId, seller.agencyId],
    )
    if (rows[0]!.count >= most) throw new Failure('conflict', { message: 'There are too many tax rates. Remove some.' })
    const { rowCount } = await tx.query(
      `insert into tax_rate (id, root_id, agency_id, country, region, name, rate_e3, valid_from, set_at)
       values ($1, $2, $3, $4, $5, $6, $7, $8, $9)
       on conflict (root_id, coalesce(agency_id, root_id), country, region, valid_from) do nothing`,
      [
        id,
        seller.rootId,
        seller.agencyId,
        country,
        region,
        name,
        Math.round(percent * 1_000),
        valid_from,
        dateOf(now_ms),
      ],
    )
    if (!rowCount) throw invalid('valid_from', 'This place already has a tax rate from this date.')
    await recordActivity(tx, call, {
      action: 'billing.taxRateAdded',
      target: { kind: 'company', id: seller.companyId },
      to: { country, region, name, percent, valid_from },
    })
  })
  return { result: 'success', message: 'Data has been added successfully', data: { id } }
}

export const handleRemoveTaxRate: Handler<typeof removeTaxRate> = async ({ body }, call) => {
  const seller = companyOf(call)
  await call.inScope(async (tx) => {
    const { rows } = await tx.query<PlaceRate & { valid_from: string }>(
      `delete from tax_rate where id = $1 and root_id = $2 and agency_id is not distinct from $3
       returning country, region, name, rate_e3, valid_from::text`,
      [body.rate_id, seller.rootId, seller.agencyId],
    )
    const rate = rows[0]
    if (!rate) throw invalid('rate_id', 'Tax rate not found.')
    await recordActivity(tx, call, {
      action: 'billing.taxRateRemoved',
      target: { kind: 'company', id: seller.companyId },
      from: {
        country: rate.country,
        region: rate.region,
        name: rate.name,
        percent: rate.rate_e3 / 1_000,
        valid_from: rate.valid_from,
      },
    })
  })
  return { result: 'success', message: 'Data has been updated successfully' }
}
