import type { FormFields } from '#server/areas/activity/form-version.ts'

/** The form of a company's cap and alerts. */
export interface Cap {
  month_cap_cents: number
  alert_shares: readonly number[]
  alert_cents: number
  alert_payer: boolean
}

/** The same by the field names of the save call, so that an edit conflict can name the changed field. */
export const capFields = ({ month_cap_cents, alert_shares, alert_cents, alert_payer }: Cap): FormFields => ({
  month_cap_cents,
  alert_shares,
  alert_cents,
  alert_payer,
})
