import type { TableLines } from './table-line.ts'

const books = 'as long as the books'
const ofPayers = { about: 'contacts', purpose: 'money' } as const
const ofCompanies = { about: 'contacts', purpose: 'companies' } as const

/** Tables about companies, with the people that they name: contacts, payers, receivers. */
export const ofCompaniesAndMoney: TableLines = {
  company: {
    ...ofCompanies,
    personal: { name: 'name main_name search_text', contact: 'main_email' },
    plain: `kind time_zone status payment_status external_organization_id site_url referral_code modules payment_terms new_agency_modules
      new_agency_terms package_id payment_gateway account_connected account_requirements journal_accounts`,
  },
  company_group: { ...ofCompanies, personal: { text: 'name' } },
  company_profile: {
    ...ofCompanies,
    personal: { contact: 'phone_e164 email contacts', place: 'address city zip state_code country_code' },
    plain: 'industry phone_country',
  },
  name_start: { ...ofCompanies, personal: { name: 'start name' }, plain: 'kind' },
  questionnaire: { ...ofCompanies, personal: { text: 'answers' } },
  brand: {
    ...ofCompanies,
    personal: {
      name: 'name legal_name short_name contact_name',
      contact: 'mail_from contact_email phone',
      place: 'address city zip state_code country_code',
    },
    plain: `logo_svg icon_svg brand_color box_bgcolor text_color link_color template_bgcolor sidebar_bgcolor font support_url modules
      forbidden_states country_rules campaign_questions lead_pipeline`,
  },
  campaign: {
    ...ofCompanies,
    personal: { text: 'name answers', contact: 'report_recipients' },
    plain: `module status pixel_key site_url site_hosts time_zone states zips reidentification limit_period site_check_result module_settings
      report_every thank_you_url active_hours`,
  },
  pixel: {
    ...ofCompanies,
    personal: { device: 'excluded_addresses' },
    plain: 'key site_hosts thank_you_page country_rules',
  },
  connection: {
    ...ofCompanies,
    personal: { text: 'account details test_state open_requests', secret: 'credential_sealed' },
    plain: 'kind status cause',
  },
  destination: {
    ...ofCompanies,
    personal: { contact: 'recipients', text: 'details state conditions', secret: 'url secret_sealed callback_sealed' },
    plain: 'kind status last_error_code digest digest_zone',
  },
  event_endpoint: {
    about: 'contacts',
    purpose: 'developers',
    personal: { secret: 'url secret_sealed previous_secret_sealed' },
    plain: 'events status last_error_code warned_of',
  },
  mail_domain: {
    about: 'contacts',
    purpose: 'mails',
    personal: { secret: 'private_key_sealed' },
    plain: 'domain selector public_key spf dkim dmarc spf_found dmarc_found proven',
  },
  waiting_mail: {
    about: 'users',
    purpose: 'mails',
    personal: { text: 'sealed' },
    plain: 'kind collected',
    kept: 'until it is sent, at most a week',
  },
  mail_server: {
    about: 'contacts',
    purpose: 'mails',
    personal: { name: 'from_name', contact: 'user_name from_address', secret: 'password_sealed' },
    plain: 'host security last_problem',
  },
  mail_stop: {
    about: 'contacts',
    purpose: 'mails',
    personal: { id: 'recipient_id' },
    plain: 'kind',
  },
  push_subscription: {
    about: 'users',
    purpose: 'mails',
    personal: { secret: 'sealed' },
  },
  mail_text: {
    about: 'users',
    purpose: 'mails',
    personal: { text: 'words' },
    plain: 'language source',
  },
  stopped_address: {
    about: 'contacts',
    purpose: 'mails',
    personal: { contact: 'address', id: 'recipient_id' },
    plain: 'reason',
    kept: 'Addresses that get no emails',
  },
  report_link: {
    about: 'contacts',
    purpose: 'mails',
    personal: { secret: 'token_hash' },
    plain: 'kind module',
    kept: 'Report links',
  },
  report_run: {
    about: 'contacts',
    purpose: 'mails',
    personal: { contact: 'recipients sent_to refused' },
    plain: 'status cause',
    kept: 'Deliveries of scheduled reports',
  },
  report_schedule: {
    about: 'contacts',
    purpose: 'mails',
    personal: { contact: 'recipients' },
    plain: 'kind module days format language every time_zone',
    kept: 'Paused report schedules',
  },
  enrichment: { ...ofCompanies, personal: { text: 'name columns' }, plain: 'status fields' },
  audience: { ...ofCompanies, personal: { text: 'name' }, plain: 'definition' },
  audience_list: { ...ofCompanies, personal: { text: 'name file_name' } },
  exclusion_change: { ...ofCompanies, personal: { text: 'file_name' }, plain: 'level kind' },
  payment_card: {
    ...ofPayers,
    personal: {
      name: 'cardholder',
      place: 'address city zip state_code country_code',
      payment: 'customer_id card_id brand last4 account_id',
    },
    plain: 'gateway expiry_notice',
  },
  card_removal: {
    ...ofPayers,
    personal: { payment: 'customer_id card_id account_id' },
    plain: 'gateway',
    kept: 'until the gateway has removed the card',
    erased: 'As soon as the gateway has removed the card',
  },
  connected_account: {
    ...ofPayers,
    personal: { payment: 'account_id' },
    plain: 'owner_kind gateway version told_requirements',
  },
  charge_attempt: {
    ...ofPayers,
    personal: { payment: 'account_id customer_id card_id card_account_id gateway_id paid_with_before' },
    plain: 'gateway state decline_code status_before cause_before',
    kept: books,
  },
  commission_payout: {
    ...ofPayers,
    personal: { payment: 'account_id gateway_id' },
    plain: 'gateway state cause',
    kept: books,
  },
  dispute: {
    ...ofPayers,
    personal: { text: 'evidence', payment: 'account_id' },
    plain: 'gateway gateway_id reason state evidence_state evidence_cause',
    kept: books,
  },
  gateway_payout: {
    ...ofPayers,
    personal: { payment: 'bank_last4 account_id' },
    plain: 'gateway gateway_id currency state cause method',
    kept: books,
  },
  gateway_event: {
    ...ofPayers,
    personal: { payment: 'body' },
    plain: 'gateway id kind state',
    kept: 'Payment gateway events',
    erased: 'By its end of retention alone',
  },
  invoice: {
    ...ofPayers,
    personal: { name: 'seller_name payer_name', payment: 'seller_tax_number payer_tax_number' },
    plain: 'issuer tax_note',
    kept: books,
  },
  invoice_line: {
    ...ofPayers,
    personal: { name: 'client_name', text: 'campaign_name' },
    plain: 'kind module tax_name tax_place',
    kept: books,
  },
  tax_detail: { ...ofPayers, personal: { payment: 'tax_number', text: 'exempt_reason' }, plain: 'country region' },
}
