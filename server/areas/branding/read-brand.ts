import { manualPayments } from '#contract/guards/access-context.ts'
import { lookKeys, type Looks } from '#contract/branding/colors.ts'
import type { Boot, BootBrand, readDomain } from '#contract/branding/domain.ts'
import { modulesWith } from '#contract/branding/modules.ts'
import { byModule, type Module } from '#contract/campaigns/modules.ts'
import { paymentTerms, termChoices } from '#contract/companies/selections.ts'
import { readAgencyModules } from '#server/areas/tenants/read-agency-modules.ts'
import { notFound } from '#server/platform/failure.ts'
import type { Caller } from '#server/platform/call.ts'
import type { OpenHandler } from '#server/platform/http/route.ts'
import type { Platform } from '#server/platform/platform.ts'
import { findHost } from './find-host.ts'
import { readBaseHost } from './subdomain.ts'

interface BrandRow extends Looks {
  company_id: string
  root_id: string
  agency_id: string | null
  name: string
  legal_name: string
  short_name: string | null
  contact_name: string | null
  contact_email: string | null
  phone: string | null
  address: string | null
  city: string | null
  zip: string | null
  state_code: string | null
  state_name: string | null
  logo_svg: string | null
  icon_svg: string | null
  brand_color: string
  font: string
  support_url: string | null
  is_whitelabeling: boolean
  parent_text_color: string | null
  parent_sidebar_bgcolor: string | null
  modules: Parameters<typeof modulesWith>[0]
}

/** The brand that a company shows: its own, or the root's if it has none (R157). `hostQuery` finds its owner. */
const brandOf = (hostQuery: string): string => `
  select place.company_id, place.root_id, place.agency_id, brand.name, brand.legal_name, brand.short_name,
    brand.contact_name, brand.contact_email, brand.phone, brand.address, brand.city, brand.zip, brand.state_code,
    us_state.name as state_name, brand.logo_svg, brand.icon_svg, brand.brand_color, brand.box_bgcolor, brand.text_color,
    brand.link_color, brand.template_bgcolor, brand.sidebar_bgcolor, brand.font, brand.support_url,
    brand.is_whitelabeling, brand.modules, parent.text_color as parent_text_color,
    parent.sidebar_bgcolor as parent_sidebar_bgcolor
  from (${hostQuery}) place
  join brand on brand.company_id in (place.company_id, place.root_id)
  left join brand parent on parent.company_id = place.root_id
  left join us_state on us_state.code = brand.state_code
  order by (brand.company_id = place.company_id) desc
  limit 1`

const brandOfHost = brandOf(`select company_id, root_id, agency_id from host
    where host = $1 and verified_at is not null and removed_at is null`)
const brandOfCompany = brandOf(
  'select coalesce($2::uuid, $1::uuid) as company_id, $1::uuid as root_id, $2::uuid as agency_id',
)

async function findBrand({ appPool }: Platform, host: string): Promise<BrandRow | null> {
  const { rows } = await appPool.query<BrandRow>({ name: 'find-brand', text: brandOfHost, values: [host] })
  return rows[0] ?? null
}

/** R157: without white-labeling the sidebar and its text come from the parent; everything else is the company's own. */
function looksOf(row: BrandRow): Looks {
  const agencyLooks = Object.fromEntries(lookKeys.map((key) => [key, row[key]])) as Record<keyof Looks, string | null>
  if (row.is_whitelabeling) return agencyLooks
  return { ...agencyLooks, text_color: row.parent_text_color, sidebar_bgcolor: row.parent_sidebar_bgcolor }
}

const presentBrand = (row: BrandRow): BootBrand => ({
  company_id: row.company_id,
  isRoot: row.agency_id === null,
  name: row.name,
  logo_svg: row.logo_svg,
  icon_svg: row.icon_svg,
  brand_color: row.brand_color,
  looks: looksOf(row),
  font: row.font,
  support_url: row.support_url,
  modules: modulesWith(row.modules),
})

/** What the HTML of a host's pages carries, or null for an unknown host. */
export async function readBoot(platform: Platform, host: string): Promise<Boot | null> {
  const row = await findBrand(platform, host)
  return row && { host, brand: presentBrand(row) }
}

/** The brand that an agency's people and clients see, regardless of the host; the root's without an agency. */
export async function readBrand({ appPool }: Platform, rootId: string, agencyId: string | null): Promise<BootBrand> {
  const question = { name: 'find-brand-of-company', text: brandOfCompany, values: [rootId, agencyId] }
  const { rows } = await appPool.query<BrandRow>(question)
  if (!rows[0]) throw new Error(`root ${rootId} has no brand`)
  return presentBrand(rows[0])
}

export const handleReadDomain: OpenHandler<typeof readDomain> = async ({ params }, { platform, caller, host }) => {
  const hostName = params.type === 'subdomain' ? await hostOfLabel(platform, host, params.hostName) : params.hostName
  const row = await findBrand(platform, hostName)
  if (!row) throw notFound()
  const has = await readAgencyModules(platform, row.root_id, row.agency_id)
  const { looks, modules: names, ...brand } = presentBrand(row)
  return {
    result: 'success',
    data: {
      systemId: brand.company_id,
      masterSystemId: row.root_id,
      rootName: brand.name,
      rootLegalName: row.legal_name,
      ...presentContact(row),
      domain: hostName,
      subdomain: hostName.split('.')[0] ?? '',
      isRoot: brand.isRoot,
      isPlatformRoot: brand.isRoot,
      is_whitelabeling: row.is_whitelabeling,
      brand_color: brand.brand_color,
      ...looks,
      font_theme: brand.font,
      logo_svg: brand.logo_svg,
      icon_svg: brand.icon_svg,
      support_url: brand.support_url,
      modules: names,
      sideMenus: has.map((module) => ({ module, ...names[module] })),
      agencyMenus: moduleFlags(has),
      paymentTerms: termChoices(paymentTerms),
      recaptcha_key: platform.config.RECAPTCHA_SITE_KEY ?? null,
      payment_public_key: null,
      ...presentAccount(row, caller),
    },
  }
}

/** The banner values for the company's own people (R059); everybody else gets values that block nothing. */
function presentAccount(row: BrandRow, caller: Caller | null) {
  const isOwn = caller?.companyId === row.company_id && caller.clientId === null
  const { chargesEnabled, payoutsEnabled, requirements } = (isOwn && caller.rights?.payments) || manualPayments
  return {
    charges_enabled: chargesEnabled ? (1 as const) : (0 as const),
    payouts_enabled: payoutsEnabled ? (1 as const) : (0 as const),
    account_requirements: [...requirements],
  }
}

/** The available modules; none can be switched off per company yet. */
const moduleFlags = (has: readonly Module[]): Record<Module, boolean> => byModule((module) => has.includes(module))

/** A host by the label in front of the operator's own, such as `acme`; a full host name is also accepted (D1 §7.2). */
async function hostOfLabel(platform: Platform, host: string, label: string): Promise<string> {
  if (label.includes('.')) return label
  const place = await findHost(platform, host)
  const base = place && (await readBaseHost(platform.appPool, place.rootId))
  return base ? `${label}.${base}` : label
}

const presentContact = (row: BrandRow) => ({
  rootShortName: row.short_name ?? row.name,
  rootAddress: row.address ?? '',
  rootCity: row.city ?? '',
  rootZip: row.zip ?? '',
  rootStateCode: row.state_code ?? '',
  rootStateName: row.state_name ?? '',
  rootPhone: row.phone ?? '',
  rootContactName: row.contact_name ?? row.name,
  rootContactEmail: row.contact_email ?? '',
  rootContactAddress: [row.address, row.city, [row.state_code, row.zip].filter(Boolean).join(' ')]
    .filter(Boolean)
    .join(', '),
})
