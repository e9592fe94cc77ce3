import { messages as account } from './ar/account.ts'
import { messages as activity } from './ar/activity.ts'
import { messages as agreements } from './ar/agreements.ts'
import { messages as audiences } from './ar/audiences.ts'
import { messages as b2b } from './ar/b2b.ts'
import { messages as banners } from './ar/banners.ts'
import { messages as billing } from './ar/billing.ts'
import { messages as branding } from './ar/branding.ts'
import { messages as campaignChanges } from './ar/campaign-changes.ts'
import { messages as campaignSetup } from './ar/campaign-setup.ts'
import { messages as campaigns } from './ar/campaigns.ts'
import { messages as companies } from './ar/companies.ts'
import { messages as connections } from './ar/connections.ts'
import { messages as dashboard } from './ar/dashboard.ts'
import { messages as developerApi } from './ar/developer-api.ts'
import { messages as developers } from './ar/developers.ts'
import { messages as enrichment } from './ar/enrichment.ts'
import { messages as exclusions } from './ar/exclusions.ts'
import { messages as frame } from './ar/frame.ts'
import { messages as help } from './ar/help.ts'
import { messages as identity } from './ar/identity.ts'
import { messages as inbox } from './ar/inbox.ts'
import { messages as integrations } from './ar/integrations.ts'
import { messages as keywords } from './ar/keywords.ts'
import { messages as leadWork } from './ar/lead-work.ts'
import { messages as leads } from './ar/leads.ts'
import { messages as logWords } from './ar/log-words.ts'
import { messages as login } from './ar/login.ts'
import { messages as machine } from './ar/machine.ts'
import { messages as members } from './ar/members.ts'
import { messages as payments } from './ar/payments.ts'
import { messages as pricing } from './ar/pricing.ts'
import { messages as privacy } from './ar/privacy.ts'
import { messages as profile } from './ar/profile.ts'
import { messages as publicTexts } from './ar/public.ts'
import { messages as questionnaire } from './ar/questionnaire.ts'
import { messages as reasons } from './ar/reasons.ts'
import { messages as reclaims } from './ar/reclaims.ts'
import { messages as reports } from './ar/reports.ts'
import { messages as returns } from './ar/returns.ts'
import { messages as sales } from './ar/sales.ts'
import { messages as search } from './ar/search.ts'
import { messages as sentences } from './ar/sentences.ts'
import { messages as shared } from './ar/shared.ts'
import { messages as shell } from './ar/shell.ts'
import { messages as table } from './ar/table.ts'
import { messages as taxes } from './ar/taxes.ts'
import { messages as tenants } from './ar/tenants.ts'
import { messages as tree } from './ar/tree.ts'
import { messages as views } from './ar/views.ts'
import { messages as wallet } from './ar/wallet.ts'
import { messages as accountMails } from './ar/server/account-mails.ts'
import { messages as cardForm } from './ar/server/card-form.ts'
import { messages as leadMails } from './ar/server/lead-mails.ts'
import { messages as papers } from './ar/server/papers.ts'
import { messages as paymentMails } from './ar/server/payment-mails.ts'
import { messages as privacyChoices } from './ar/server/privacy-choices.ts'
import { messages as privacyRequests } from './ar/server/privacy-requests.ts'
import { readings } from './ar/server/readings.ts'

/** Every Arabic text by its English one, for the server. Pages load the files that they need (`web/i18n`). */
export const arabic = {
  ...account,
  ...activity,
  ...agreements,
  ...audiences,
  ...b2b,
  ...banners,
  ...billing,
  ...branding,
  ...campaignChanges,
  ...campaignSetup,
  ...campaigns,
  ...companies,
  ...connections,
  ...dashboard,
  ...developerApi,
  ...developers,
  ...enrichment,
  ...exclusions,
  ...frame,
  ...help,
  ...identity,
  ...inbox,
  ...integrations,
  ...keywords,
  ...leadWork,
  ...leads,
  ...logWords,
  ...login,
  ...machine,
  ...members,
  ...payments,
  ...pricing,
  ...privacy,
  ...profile,
  ...publicTexts,
  ...questionnaire,
  ...reasons,
  ...reclaims,
  ...reports,
  ...returns,
  ...sales,
  ...search,
  ...sentences,
  ...shared,
  ...shell,
  ...table,
  ...taxes,
  ...tenants,
  ...tree,
  ...views,
  ...wallet,
  ...accountMails,
  ...cardForm,
  ...leadMails,
  ...papers,
  ...paymentMails,
  ...privacyChoices,
  ...privacyRequests,
}

/** A text of the product; its id is the English text. One without an Arabic translation does not compile. */
export type Text = keyof typeof arabic

export type Occasion = keyof typeof readings

export { readings }
