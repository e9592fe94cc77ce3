import type { ConnectionRow } from '#contract/integrations/connections.ts'
import type { CustomRow } from '#contract/integrations/custom.ts'
import { services, type AccountKind, type IntegrationDetails } from '#contract/integrations/services.ts'

/** A destination that campaigns can choose: a company's account at a service, or its custom integration. */
export type Account = {
  slug: AccountKind
  /** The id of a custom integration; null for services, where a company has one account each. */
  integrationId: string | null
  companyId: string
  /** The service's brand name, or the name given to a custom integration. */
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

/** How request bodies identify the account. */
export const namedAs = ({ slug, integrationId }: Named) => ({
  integration_slug: slug,
  ...(integrationId !== null && { integration_id: integrationId }),
})

export const keyOfAccount = ({ slug, integrationId }: Named): string => `${slug} ${integrationId ?? ''}`
