import type { MailSamples } from '#server/areas/mails/mail-sample.ts'
import { samples as ofAgreementsMailAcceptance } from '#server/areas/agreements/mail-acceptance.ts'
import { samples as ofAlertsAlertWords } from '#server/areas/alerts/alert-words.ts'
import { samples as ofDevelopersWarnOfEndpoint } from '#server/areas/developers/webhooks/warn-of-endpoint.ts'
import { samples as ofDomainsCheckDomains } from '#server/areas/domains/check-domains.ts'
import { samples as ofIntegrationsSheetLinkWords } from '#server/areas/integrations/connections/sheet-link-words.ts'
import { samples as ofIntegrationsWarningWords } from '#server/areas/integrations/connections/warning-words.ts'
import { samples as ofIntegrationsDigestMail } from '#server/areas/integrations/connectors/mail/digest-mail.ts'
import { samples as ofIntegrationsLeadMail } from '#server/areas/integrations/connectors/mail/lead-mail.ts'
import { samples as ofKeywordsMailOutcome } from '#server/areas/keywords/mail-outcome.ts'
import { samples as ofLeadsAlertText } from '#server/areas/leads/alerts/alert-text.ts'
import { samples as ofLeadsHoldCampaigns } from '#server/areas/leads/hold-campaigns.ts'
import { samples as ofLeadsMailAssigned } from '#server/areas/leads/work/mail-assigned.ts'
import { samples as ofLeadsMailDueActions } from '#server/areas/leads/work/mail-due-actions.ts'
import { samples as ofLeadsMailMentioned } from '#server/areas/leads/work/mail-mentioned.ts'
import { samples as ofMailsBackupWarning } from '#server/areas/mails/backup-warning.ts'
import { samples as ofMailsMailTexts } from '#server/areas/mails/mail-server/mail-texts.ts'
import { samples as ofPaymentsTellNeeds } from '#server/areas/payments/accounts/tell-needs.ts'
import { samples as ofPaymentsMailExpiringCards } from '#server/areas/payments/cards/mail-expiring-cards.ts'
import { samples as ofPaymentsMailConfirmation } from '#server/areas/payments/dunning/mail-confirmation.ts'
import { samples as ofPaymentsMailDeclined } from '#server/areas/payments/dunning/mail-declined.ts'
import { samples as ofPaymentsNotifyDeclined } from '#server/areas/payments/dunning/notify-declined.ts'
import { samples as ofPaymentsMailInvoice } from '#server/areas/payments/mails/mail-invoice.ts'
import { samples as ofPaymentsMailPayment } from '#server/areas/payments/mails/mail-payment.ts'
import { samples as ofPaymentsMailStatement } from '#server/areas/payments/mails/mail-statement.ts'
import { samples as ofPaymentsMailFailedPayout } from '#server/areas/payments/payouts/mail-failed-payout.ts'
import { samples as ofPaymentsMailReturned } from '#server/areas/payments/refunds/mail-returned.ts'
import { samples as ofPaymentsMailReminder } from '#server/areas/payments/receivables/mail-reminder.ts'
import { samples as ofPeopleSendInvitation } from '#server/areas/people/members/send-invitation.ts'
import { samples as ofPeopleEmailChange } from '#server/areas/people/profile/email-change.ts'
import { samples as ofPeopleMailWelcome } from '#server/areas/people/profile/mail-welcome.ts'
import { samples as ofPeopleMailRegistration } from '#server/areas/people/registration/mail-registration.ts'
import { samples as ofPrivacyMailCode } from '#server/areas/privacy/mail-code.ts'
import { samples as ofReportsDigestWords } from '#server/areas/reports/digests/digest-words.ts'
import { samples as ofReportsNoticeText } from '#server/areas/reports/notices/notice-text.ts'
import { samples as ofReportsNotifySlowCampaigns } from '#server/areas/reports/notify-slow-campaigns.ts'
import { samples as ofReportsMailWords } from '#server/areas/reports/schedules/mail-words.ts'
import { samples as ofSignInForgetPassword } from '#server/areas/sign-in/password/forget-password.ts'
import { samples as ofSignInMailCode } from '#server/areas/sign-in/second-factor/mail-code.ts'
import { samples as ofSignInSecurityNotice } from '#server/areas/sign-in/security-notice.ts'
import { samples as ofSignInMailViewNotice } from '#server/areas/sign-in/view/mail-view-notice.ts'
import { samples as ofWalletMailUsedUp } from '#server/areas/wallet/mail-used-up.ts'
import { samples as ofWalletMails } from '#server/areas/wallet/mails.ts'

/** Every mail of the product with invented data, by name, one line for each file that writes mails. */
export const mailSamples: MailSamples = {
  ...ofAgreementsMailAcceptance,
  ...ofAlertsAlertWords,
  ...ofDevelopersWarnOfEndpoint,
  ...ofDomainsCheckDomains,
  ...ofIntegrationsSheetLinkWords,
  ...ofIntegrationsWarningWords,
  ...ofIntegrationsDigestMail,
  ...ofIntegrationsLeadMail,
  ...ofKeywordsMailOutcome,
  ...ofLeadsAlertText,
  ...ofLeadsHoldCampaigns,
  ...ofLeadsMailAssigned,
  ...ofLeadsMailDueActions,
  ...ofLeadsMailMentioned,
  ...ofMailsBackupWarning,
  ...ofMailsMailTexts,
  ...ofPaymentsTellNeeds,
  ...ofPaymentsMailExpiringCards,
  ...ofPaymentsMailConfirmation,
  ...ofPaymentsMailDeclined,
  ...ofPaymentsNotifyDeclined,
  ...ofPaymentsMailInvoice,
  ...ofPaymentsMailPayment,
  ...ofPaymentsMailStatement,
  ...ofPaymentsMailFailedPayout,
  ...ofPaymentsMailReminder,
  ...ofPaymentsMailReturned,
  ...ofPeopleSendInvitation,
  ...ofPeopleEmailChange,
  ...ofPeopleMailWelcome,
  ...ofPeopleMailRegistration,
  ...ofPrivacyMailCode,
  ...ofReportsDigestWords,
  ...ofReportsNoticeText,
  ...ofReportsNotifySlowCampaigns,
  ...ofReportsMailWords,
  ...ofSignInForgetPassword,
  ...ofSignInMailCode,
  ...ofSignInSecurityNotice,
  ...ofSignInMailViewNotice,
  ...ofWalletMailUsedUp,
  ...ofWalletMails,
}
