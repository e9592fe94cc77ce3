import type { NewPasswordStep } from '#contract/sign-in/session.ts'

/** Tells the page for a new password why it is shown. */
export const TEMPORARY_PASSWORD_HASH = '#given'

/** A password set by someone else only gives access to the page for choosing a new one. */
export const chooseOwnPassword = ({ reset_token, email }: NewPasswordStep): void =>
  location.assign(`/set-new-password/${reset_token}?email=${encodeURIComponent(email)}${TEMPORARY_PASSWORD_HASH}`)
