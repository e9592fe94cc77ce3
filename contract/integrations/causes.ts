import { z } from 'zod'

/**
 * Why a delivery failed, and what to do about it. A code never changes its meaning; the receiver's status code is shown
 * next to it.
 */
export const causeTexts = {
  refused_address: 'This address may not be reached. Use a public https address on port 443 or 8443.',
  dns: 'The host name was not found. Check the address.',
  connect: 'The receiver could not be reached. Check that it is running.',
  tls: "The receiver's certificate is not valid. Renew it or check the address.",
  timeout: 'The receiver did not respond within 10 seconds.',
  too_large: 'The receiver responded with more than 1 MiB.',
  redirect: 'The receiver responded with a redirect, which is not followed. Use the final address.',
  gone: 'The receiver responded that it is permanently gone, so it was turned off.',
  not_allowed: 'The receiver refused access. Check its permissions.',
  not_found: 'The receiver does not know this address. Check its path.',
  too_many: 'The receiver asked to slow down.',
  rejected: 'The receiver rejected the data.',
  receiver_error: 'The receiver had an internal error.',
  mail_not_set_up: 'No mail server is set up.',
  mail_unreachable: 'The mail server could not be reached.',
  mail_timeout: 'The mail server did not respond in time.',
  mail_deferred: 'The mail server postponed the message. It will be retried.',
  mail_refused: 'The mail server refused the message. Check the recipients.',
  mail_stopped:
    'A mail server refused this address for good, so it gets no emails. Correct it, or resume it under Emails.',
  mail_partly_refused: 'Sent, but the mail server refused some of the recipients.',
  token_expired: 'Access has ended: the key or the permission was revoked. Reconnect it.',
  renewal_interrupted: 'Access has ended: its renewal was interrupted. Reconnect it.',
  app_removed: 'Access has ended: the app was uninstalled at the service. Reconnect it.',
  app_refused: 'The service rejects this platform’s app. The operator has to check its keys; leads wait until then.',
  no_permission: 'The account isn’t allowed to do this. Give the key or the app the permissions it requires.',
  list_deleted: 'A selected list, tag or sheet no longer exists. Choose another one.',
  quota: 'The account has used up what its plan allows.',
  schema_changed: 'A field it was sent to no longer exists. Check the fields.',
  key_field_missing:
    'The account lacks the field by which we recognize leads. Add it as described here, then connect again.',
  nothing_chosen: 'No list is chosen for leads. Choose at least one.',
  service_error: 'The service is down or sent an unexpected response. It will be retried.',
  slow_down: 'Waiting to stay within the service’s rate limit.',
  in_line: 'Waiting, because another lead of this person is being sent there.',
  accepted: 'Accepted. The service had not confirmed it yet.',
  overtaken: 'A later lead of this person arrived first: its values were kept; lists and tags were added.',
  lead_incomplete: 'The lead has no email address, which the service requires.',
  disconnected: 'The service was disconnected. Reconnect it.',
  destination_disabled: 'The destination was turned off.',
  destination_removed: 'The destination was removed.',
  switched_off: 'Turned off manually.',
  taken_back: 'The lead was taken back, so it is no longer sent.',
  lead_missing: 'The lead was deleted before it could be sent.',
  internal: 'Something went wrong on our side. It will be retried.',
} as const

export type Cause = keyof typeof causeTexts
const causes = Object.keys(causeTexts) as [Cause, ...Cause[]]
export const cause = z.enum(causes)
