import type { TableLines } from './table-line.ts'

const signedIn = { about: 'users', purpose: 'security' } as const

/** Tables about people with an account, their sign-in, and what they agreed to. */
export const ofUsers: TableLines = {
  app_user: {
    about: 'users',
    purpose: 'accounts',
    personal: { name: 'full_name', contact: 'email phone_e164', text: 'picture_key' },
    plain: 'kind phone_country language permissions status account_connected mail_choices quiet_zone',
  },
  user_profile: {
    about: 'users',
    purpose: 'accounts',
    personal: { place: 'address city zip state_code country_code' },
  },
  credential: { ...signedIn, personal: { contact: 'email', secret: 'password_hash' } },
  email_change: {
    ...signedIn,
    personal: { contact: 'old_email new_email', secret: 'old_hash new_hash' },
    plain: 'host',
    kept: 'Email address changes',
  },
  session: {
    ...signedIn,
    personal: {
      device: 'address user_agent',
      secret: 'device_hash access_hash refresh_hash previous_refresh_hash successor_sealed',
    },
    plain: 'host revoked_why',
    kept: 'Sessions',
  },
  view_session: { ...signedIn, personal: { secret: 'access_hash', text: 'reason' }, plain: 'host' },
  second_factor: { ...signedIn, personal: { secret: 'secret_sealed' }, plain: 'kind' },
  recovery_code: { ...signedIn, personal: { secret: 'code_hash' } },
  factor_code: { ...signedIn, personal: { secret: 'code_hash' }, kept: 'Emailed codes' },
  password_reset: { ...signedIn, personal: { secret: 'token_hash' }, plain: 'host', kept: 'Password resets' },
  sign_in_challenge: {
    ...signedIn,
    personal: { secret: 'token_hash attempt_hash code_hash' },
    plain: 'host',
    kept: 'Unfinished sign-ins',
  },
  sign_in_failure: {
    ...signedIn,
    personal: { device: 'device_hash refused_from' },
    kept: 'Failed password counts',
  },
  spent_refresh: {
    ...signedIn,
    personal: { secret: 'refresh_hash' },
    kept: 'Sessions',
    erased: 'With the session',
  },
  registration: {
    ...signedIn,
    personal: { hash: 'email_hash', text: 'data_sealed', secret: 'token_hash' },
    plain: 'host',
    kept: 'Unconfirmed registrations',
    erased: 'By its end of retention alone',
  },
  rate_window: {
    ...signedIn,
    personal: { device: 'key' },
    kept: 'Rate limit windows',
    erased: 'By its end of retention alone',
  },
  running_call: {
    ...signedIn,
    personal: { device: 'key' },
    plain: 'holder',
    kept: 'Calls that ran, and double clicks',
    erased: 'By its end of retention alone',
  },
  download_ticket: {
    ...signedIn,
    personal: { secret: 'ticket_hash' },
    plain: 'path',
    kept: 'Download tickets',
    erased: 'By its end of retention alone',
  },
  sso_token: { ...signedIn, personal: { secret: 'token_hash' }, plain: 'host', kept: 'Single sign-on tokens' },
  activity: {
    about: 'users',
    purpose: 'proof',
    personal: { name: 'target_name', device: 'source address', text: 'description reason before after' },
    plain: 'action actor_kind request_id target_kind target_id hash',
    kept: '24 months; entries about money seven years',
  },
  acceptance: {
    about: 'users',
    purpose: 'proof',
    personal: {
      name: 'company_name user_name',
      contact: 'user_email',
      device: 'address user_agent',
      text: 'variables',
    },
    plain: 'kind document_type feature_id location_menu terms text_hash host',
    kept: 'as long as the books',
  },
  saved_view: { about: 'users', purpose: 'companies', personal: { text: 'name state' }, plain: 'list' },
  developer_credential: {
    about: 'users',
    purpose: 'developers',
    personal: { text: 'public_name', secret: 'secret_hash secret_sealed' },
    plain: 'scopes',
  },
  developer_token: {
    about: 'users',
    purpose: 'developers',
    personal: { secret: 'token_hash' },
    plain: 'host scopes',
    kept: 'Developer tokens',
  },
  developer_answer: {
    about: 'visitors',
    purpose: 'developers',
    personal: { text: 'answer_sealed' },
    plain: 'key_hash request_hash',
    kept: 'Developer API responses by idempotency key',
  },
}
