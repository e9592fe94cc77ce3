import type { NewPasswordStep } from '#contract/sign-in/session.ts'

/** Says on the page for a new password why it is shown. */
export const GIVEN_HASH = '#given'

/** A password that somebody else gave opens nothing but the page on which one's own is chosen. */
export const chooseOwnPassword = ({ reset_token, email }: NewPasswordStep): void =>
  location.assign(`/set-new-password/${reset_token}?email=${encodeURIComponent(email)}${GIVEN_HASH}`)
