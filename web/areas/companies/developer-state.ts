import type { CompanyRow } from '#contract/companies/companies.ts'
import { msg, type Text } from '../../i18n/texts.tsx'
import type { ActionColor } from '../../shells/resource-table/row-actions.tsx'

/** The state that the color of an agency's developer icon shows (D2§4 L100 to L103). */
export type DeveloperState = 'incomplete' | 'active' | 'keyless' | 'off'

type Asked = Pick<
  CompanyRow,
  'api_mode' | 'is_user_generate_api' | 'is_marketing_services_agreement_developer' | 'customer_payment_id'
>

/** The conditions overlap; they are checked in this order (OQ-46). */
export function developerState(row: Asked): DeveloperState {
  const hasKey = row.is_user_generate_api
  if (row.api_mode === false) return hasKey ? 'incomplete' : 'off'
  if (row.is_marketing_services_agreement_developer === false || row.customer_payment_id === null) return 'incomplete'
  return hasKey ? 'active' : 'keyless'
}

export const developerColors: Readonly<Record<DeveloperState, ActionColor>> = {
  incomplete: 'orange',
  active: 'green',
  keyless: 'blue',
  off: 'gray',
}

export const developerTexts: Readonly<Record<DeveloperState, Text>> = {
  incomplete: msg('incomplete'),
  active: msg('active'),
  keyless: msg('no key yet'),
  off: msg('off'),
}
