import type { CampaignDetail, CampaignFields } from '#contract/campaigns/campaign.ts'
import { usualShares } from '#contract/campaigns/spend-alerts.ts'
import type { AlertSettings } from '../campaign.ts'

type Fields = 'alert_shares' | 'alert_cents' | 'alert_payer'

/** Alerts on the wire, where 0 means none. */
export const alertsCodec = {
  read: (fields: Partial<CampaignFields>): { [Name in keyof AlertSettings]?: AlertSettings[Name] | undefined } => ({
    alertShares: fields.alert_shares && [...new Set(fields.alert_shares)].toSorted((a, b) => a - b),
    alert_cents: fields.alert_cents === undefined ? undefined : fields.alert_cents || null,
    alertsPayer: fields.alert_payer,
  }),
  present: (settings: AlertSettings): Pick<CampaignDetail, Fields> => ({
    alert_shares: [...settings.alertShares],
    alert_cents: settings.alert_cents ?? 0,
    alert_payer: settings.alertsPayer,
  }),
}

export const usualAlerts: AlertSettings = { alertShares: usualShares, alert_cents: null, alertsPayer: false }
