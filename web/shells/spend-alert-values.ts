import { usualShares } from '#contract/campaigns/spend-alerts.ts'
import { centsFromText } from '#contract/core/money.ts'
import { textOfPrice } from './price-text.ts'

/** Alerts on monthly spending as form values. */
export type AlertValues = {
  /** Percentages of the cap. */
  alertShares: string[]
  /** Dollars; spending continues. Empty for no alert. */
  alertAmount: string
  alertPayer: boolean
}

type AlertFields = { alert_shares: number[]; alert_cents: number; alert_payer: boolean }

export const textOfCents = (cents: number): string => (cents === 0 ? '' : textOfPrice(cents / 100))

/** The server's defaults. */
export const usualAlertValues: AlertValues = {
  alertShares: usualShares.map(String),
  alertAmount: '',
  alertPayer: false,
}

export const alertValuesOf = (fields: AlertFields): AlertValues => ({
  alertShares: fields.alert_shares.map(String),
  alertAmount: textOfCents(fields.alert_cents),
  alertPayer: fields.alert_payer,
})

export const alertFieldsOf = (values: AlertValues): AlertFields => ({
  alert_shares: values.alertShares.map(Number),
  alert_cents: centsFromText(values.alertAmount) ?? 0,
  alert_payer: values.alertPayer,
})
