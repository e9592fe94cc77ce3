import type { modulesWith } from '#contract/branding/modules.ts'
import type { Language } from '#contract/core/language.ts'
import type { StoredLook } from '#server/areas/branding/read-paper-brand.ts'
import type { Tx } from '#server/platform/database/tx.ts'
import { paperSizeOf } from '#server/platform/pdf/paper-size.ts'

export interface Payer {
  rootId: string
  agencyId: string
  clientId: string | null
}

/** The parties of a paper, with its language, size and time zone. */
export interface Parties {
  language: Language
  zone: string
  look: StoredLook
  size: 'LETTER' | 'A4'
  payer: Party
  seller: Party
  /** What the agency calls the products that it renamed. */
  modules: Parameters<typeof modulesWith>[0]
}

interface Party {
  name: string
  /** As it is today; an invoice has those of its own day. */
  taxNumber?: string
  address: string[]
  email: string
}

interface Row {
  language: Language
  zone: string
  payer: string
  payer_tax_number: string
  payer_country: string
  payer_address: Address | null
  seller_id: string
  seller: string
  legal_name: string
  color: string
  logo_svg: string | null
  seller_address: Address
  email: string
  modules: Parties['modules']
}

interface Address {
  address: string | null
  city: string | null
  zip: string | null
  state: string | null
  country: string | null
}

const addressOf = (row: string): string =>
  `jsonb_build_object('address', ${row}.address, 'city', ${row}.city, 'zip', ${row}.zip, 'state', ${row}.state_code, 'country', ${row}.country_code)`

/**
 * The language of the payer’s main user, the payee's brand, and both addresses: the seller's as its brand publishes it,
 * so that both sides see the same paper.
 */
export async function readParties(tx: Tx, { rootId, agencyId, clientId }: Payer): Promise<Parties> {
  const { rows } = await tx.query<Row>(
    `select coalesce((select u.language from app_user u
                       where u.agency_id = $1 and u.client_id is not distinct from $2 and u.removed_at is null
                       order by u.created_at, u.id limit 1), 'en') as language,
            payer.time_zone as zone, payer.name as payer,
            coalesce(payer_tax.tax_number, '') as payer_tax_number, coalesce(payer_tax.country, '') as payer_country,
            coalesce((select ${addressOf('own')} from brand own where own.company_id = payer.id and own.address <> ''),
                     (select ${addressOf('profile')} from company_profile profile where profile.company_id = payer.id)) as payer_address,
            brand.company_id as seller_id, brand.name as seller, brand.legal_name, brand.brand_color as color, brand.logo_svg,
            ${addressOf('brand')} as seller_address, coalesce(brand.contact_email, brand.mail_from) as email,
            coalesce((select own.modules from brand own where own.company_id = $1), '{}') as modules
       from company payer join brand on brand.company_id in ($3::uuid, $4::uuid)
       left join tax_detail payer_tax on payer_tax.company_id = payer.id
      where payer.id = coalesce($2, $1) order by (brand.company_id = $3) desc limit 1`,
    [agencyId, clientId, clientId === null ? rootId : agencyId, rootId],
  )
  return present(rows[0]!)
}

function present(row: Row): Parties {
  const { language, zone, modules } = row
  const payerCountry = row.payer_address?.country || row.payer_country
  return {
    language,
    zone,
    modules,
    look: { companyId: row.seller_id, name: row.seller, color: row.color, logo_svg: row.logo_svg },
    size: paperSizeOf(payerCountry, row.seller_address.country ?? ''),
    payer: {
      name: row.payer,
      taxNumber: row.payer_tax_number,
      address: row.payer_address ? addressLines(row.payer_address, language) : [],
      email: '',
    },
    seller: {
      name: row.legal_name || row.seller,
      address: addressLines(row.seller_address, language),
      email: row.email,
    },
  }
}

/** As an envelope shows it, without empty lines. */
function addressLines({ address, city, zip, state, country }: Address, language: Language): string[] {
  const region = [state, zip].filter(Boolean).join(' ')
  const place = [city, region].filter(Boolean).join(', ')
  const countryName = country ? (new Intl.DisplayNames([language], { type: 'region' }).of(country) ?? country) : ''
  // A country alone is not an address.
  return address || place ? [address ?? '', place, countryName].filter(Boolean) : []
}
