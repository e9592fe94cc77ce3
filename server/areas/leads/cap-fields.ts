import type { FormFields } from '#server/areas/activity/public.ts'

/** What the form of a company's cap and alerts shows. */
export interface Cap {
  month_cap_cents: number
  alert_shares: readonly number[]
  alert_cents: number
  alert_payer: boolean
}

/** The same by the names of the call that saves it: whoever meets somebody else's change is told which of them it was. */
export const capFields = ({ month_cap_cents, alert_shares, alert_cents, alert_payer }: Cap): FormFields => ({
  month_cap_cents,
  alert_shares,
  alert_cents,
  alert_payer,
})
