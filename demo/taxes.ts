import { inScope } from '#server/platform/database/scope.ts'
import type { Platform } from '#server/platform/platform.ts'
import { demoId } from './world.ts'

interface Book {
  rootId: string
  agencyId: string
}

/** The agency's tax table: a country, one of its states, and another country. */
const rates = [
  { country: 'US', region: '', name: 'Sales tax', rate_e3: 0 },
  { country: 'US', region: 'IL', name: 'Sales tax', rate_e3: 6_250 },
  { country: 'DE', region: '', name: 'VAT', rate_e3: 19_000 },
] as const

/** One client is taxed by its location, another is exempt. */
const details = [
  { name: 'Acme Growth', isClient: false, country: 'US', region: 'IL', number: 'IL 36-4411027', reason: null },
  { name: 'Plumbright', isClient: true, country: 'US', region: 'IL', number: 'IL 36-7702195', reason: null },
  {
    name: 'Harbor Realty',
    isClient: true,
    country: 'US',
    region: 'IL',
    number: 'IL 36-9930418',
    reason: 'Resale certificate on file',
  },
] as const

/** What an agency charges besides its prices, from before its first invoice. */
export async function seedTaxes({ appPool, clock }: Platform, { rootId, agencyId }: Book): Promise<void> {
  await inScope(appPool, { kind: 'agency', rootId, agencyId }, async (tx) => {
    for (const { country, region, name, rate_e3 } of rates)
      await tx.query(
        `insert into tax_rate (id, root_id, agency_id, country, region, name, rate_e3, valid_from, set_at)
         values ($1, $2, $3, $4, $5, $6, $7, '2024-01-01', $8) on conflict do nothing`,
        [demoId(`tax ${country}-${region}`), rootId, agencyId, country, region, name, rate_e3, new Date(clock.now())],
      )
    for (const { name, isClient, country, region, number, reason } of details)
      await tx.query(
        `insert into tax_detail (company_id, root_id, agency_id, client_id, country, region, tax_number, exempt_reason)
         values ($1, $2, $3, $4, $5, $6, $7, $8) on conflict (company_id) do nothing`,
        [demoId(name), rootId, agencyId, isClient ? demoId(name) : null, country, region, number, reason],
      )
  })
}
