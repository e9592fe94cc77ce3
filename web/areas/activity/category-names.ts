import type { ActivityCategory } from '#contract/activity/actions.ts'
import { msg, type Text } from '../../i18n/texts.tsx'

/** Display names of the log's categories. */
export const categoryNames: Readonly<Record<ActivityCategory, Text>> = {
  account: msg('Account'),
  security: msg('Security'),
  view: msg('View mode'),
  team: msg('Team'),
  company: msg('Company'),
  agreement: msg('Agreements'),
  campaign: msg('Campaigns'),
  lead: msg('Leads'),
  integration: msg('Integrations'),
  developer: msg('Developer'),
  billing: msg('Billing'),
  branding: msg('Branding'),
  setting: msg('Settings'),
  data: msg('Data'),
  browser: msg('On screen'),
}
