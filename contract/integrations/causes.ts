import { z } from 'zod'

/**
 * Why a delivery did not arrive, in words that tell the reader what to do. The code never changes its meaning; the
 * number a receiver answered with is shown beside it.
 */
export const causeTexts = {
  refused_address: 'This address may not be reached. Use a public https address on port 443 or 8443.',
  dns: 'The host name was not found. Check the address.',
  connect: 'The receiver could not be reached. Check that it is running.',
  tls: "The receiver's certificate is not valid. Renew it or check the address.",
  timeout: 'The receiver did not answer within 10 seconds.',
  too_large: 'The receiver answered with more than 1 MiB.',
  redirect: 'The receiver answered with a redirect, which is not followed. Use the final address.',
  gone: 'The receiver answered that it is gone for good, so it was switched off.',
  not_allowed: 'The receiver refused access. Check its permissions.',
  not_found: 'The receiver does not know this address. Check its path.',
  too_many: 'The receiver asked to slow down.',
  rejected: 'The receiver rejected the data.',
  receiver_error: 'The receiver had an error of its own.',
  mail_not_set_up: 'No mail server is set up.',
  mail_unreachable: 'The mail server could not be reached.',
  mail_timeout: 'The mail server did not answer in time.',
  mail_refused: 'The mail server refused the message. Check the recipients.',
  mail_partly_refused: 'Sent, but the mail server refused some of the recipients.',
  destination_disabled: 'The destination was switched off.',
  destination_removed: 'The destination was removed.',
  switched_off: 'Switched off by hand.',
  lead_missing: 'The lead was deleted before it could be sent.',
  internal: 'Something went wrong on our side. It is tried again.',
} as const

export type Cause = keyof typeof causeTexts
const causes = Object.keys(causeTexts) as [Cause, ...Cause[]]
export const cause = z.enum(causes)
