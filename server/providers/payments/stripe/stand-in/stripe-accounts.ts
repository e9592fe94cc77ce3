import { newToken } from '#server/platform/ids.ts'
import { find, StripeError, type Answer } from './find-object.ts'
import { makeAccountV2, moveAccountV2, readAccountV2, statusOfV2, unknownV2 } from './stripe-accounts-v2.ts'
import { makeObject, partitionOf, type AccountMove, type StripeBooks, type StripeObject } from './stripe-books.ts'

const requirementNames = ['business_profile.url', 'external_account', 'tos_acceptance.date']

const makeAccount: Answer = (books, { wish }) =>
  makeObject(books, '', 'account', 'acct', {
    ...wish,
    charges_enabled: false,
    payouts_enabled: false,
    details_submitted: false,
    requirements: { currently_due: requirementNames, past_due: [], disabled_reason: 'requirements.past_due' },
  })

const accountOf = (books: StripeBooks, id: string): StripeObject | undefined => partitionOf(books, '').objects.get(id)

/** Stripe would also return accounts of the other version. Here the wrong version finds nothing. */
const readAccount: Answer = (books, { id }) => {
  const account = accountOf(books, id)
  // Stripe's error for an account that is closed or belongs to somebody else.
  if (account?.object !== 'account')
    throw new StripeError(403, { type: 'invalid_request_error', code: 'account_invalid' })
  return account
}

const linkTo = (books: StripeBooks, account: string, returnUrl: string): string => {
  const link = newToken()
  books.links.set(link, { account, returnUrl })
  return `https://connect.stripe.com/setup/s/${link}`
}

const makeLink: Answer = (books, { wish }) => {
  const { id } = find(books, '', 'account', wish['account'], 'account')
  return makeObject(books, '', 'account_link', 'link', { url: linkTo(books, id, String(wish['return_url'])) })
}

const makeLinkV2: Answer = (books, { wish }) => {
  const account = String(wish['account'])
  if (accountOf(books, account)?.object !== 'v2.core.account') throw unknownV2(books, account)
  const use_case = wish['use_case'] as { account_onboarding?: { return_url?: string } }
  const url = linkTo(books, account, String(use_case.account_onboarding?.return_url))
  const at_ms = books.now()
  return {
    object: 'v2.core.account_link',
    account,
    created: new Date(at_ms).toISOString(),
    expires_at: new Date(at_ms + 300_000).toISOString(),
    livemode: false,
    url,
    use_case,
  }
}

/** For both versions. */
export const mayTakeMoney = (books: StripeBooks, id: string): boolean => {
  const account = accountOf(books, id)
  return account?.object === 'v2.core.account' ? statusOfV2(account).takesMoney : account?.['charges_enabled'] === true
}
export const mayBePaid = (books: StripeBooks, id: string): boolean => {
  const account = accountOf(books, id)
  return account?.object === 'v2.core.account' ? statusOfV2(account).isPaid : account?.['payouts_enabled'] === true
}

const late = ['company.tax_id']
const nothing = { currently_due: [], past_due: [], disabled_reason: null }
const off = { charges_enabled: false, payouts_enabled: false }
const submittedAccount = { ...off, details_submitted: true }
const moves: Readonly<Record<Exclude<AccountMove, 'closed'>, Record<string, unknown>>> = {
  submitted: {
    ...submittedAccount,
    requirements: { ...nothing, disabled_reason: 'requirements.pending_verification' },
  },
  ready: { charges_enabled: true, payouts_enabled: true, details_submitted: true, requirements: nothing },
  restricted: {
    ...submittedAccount,
    requirements: { currently_due: late, past_due: late, disabled_reason: 'requirements.past_due' },
  },
  rejected: { ...submittedAccount, requirements: { ...nothing, disabled_reason: 'rejected.fraud' } },
}

/** Changes an account's state and sends the events of the version that created it. */
export function moveAccount(books: StripeBooks, id: string, move: AccountMove): void {
  const account = accountOf(books, id)!
  if (account.object === 'v2.core.account') return moveAccountV2(books, account, move)
  if (move === 'closed') {
    partitionOf(books, '').objects.delete(id)
    books.happened('account.application.deauthorized', account, id)
    return
  }
  Object.assign(account, moves[move])
  books.happened('account.updated', account, id)
}

export const accountAnswers: Readonly<Record<string, Answer>> = {
  'POST /v1/accounts': makeAccount,
  'GET /v1/accounts/{id}': readAccount,
  'POST /v1/account_links': makeLink,
  'POST /v2/core/accounts': makeAccountV2,
  'GET /v2/core/accounts/{id}': readAccountV2,
  'POST /v2/core/account_links': makeLinkV2,
}
