import type { ConnectionRow } from '#contract/integrations/connections.ts'
import type { CustomRow } from '#contract/integrations/custom.ts'
import { services, type AccountKind, type IntegrationDetails } from '#contract/integrations/services.ts'

/** What campaigns can send to: a company's account at a service, or an address of its own. */
export type Account = {
  slug: AccountKind
  /** Which custom integration; null for services, of which a company has one account each. */
  integrationId: string | null
  companyId: string
  /** A firm's own name, or the one that a custom integration was given. */
  name: string
  details: IntegrationDetails
}

export const accountOf = (row: ConnectionRow | CustomRow): Account => ({
  slug: row.integration_slug,
  integrationId: row.integration_slug === 'custom' ? row.integration_id : null,
  companyId: row.company_id,
  name: row.integration_slug === 'custom' ? row.name : services[row.integration_slug].name,
  details: row.details,
})

type Named = Pick<Account, 'slug' | 'integrationId'>

/** How calls name it. */
export const namedAs = ({ slug, integrationId }: Named) => ({
  integration_slug: slug,
  ...(integrationId !== null && { integration_id: integrationId }),
})

export const keyOfAccount = ({ slug, integrationId }: Named): string => `${slug} ${integrationId ?? ''}`
