import type { Config } from '#server/platform/config.ts'
import { newToken } from '#server/platform/ids.ts'
import { GatewayRefused, type AccountVersion, type CardGateway } from '../gateway.ts'
import { accountsV1, type StripeAccounts } from './stripe-accounts-v1.ts'
import { accountsV2 } from './stripe-accounts-v2.ts'
import { failureOf, isMissing } from './stripe-answers.ts'
import type { Ask } from './stripe-client.ts'

const versions: Readonly<Record<AccountVersion, StripeAccounts>> = { v1: accountsV1, v2: accountsV2 }

/** New accounts use the configured version; each is read with the version that created it (decision 126). */
export function accountsBy(
  ask: Ask,
  { STRIPE_CONNECT_VERSION: forNewOnes }: Config,
): Pick<CardGateway, 'createAccount' | 'readAccount' | 'accountLink'> {
  return {
    createAccount: (owner, key) => ask((stripe) => versions[forNewOnes].create(stripe, owner, key)).catch(asFailure),
    readAccount: ({ accountId, version }) =>
      ask((stripe) => versions[version].read(stripe, accountId)).catch((thrown: unknown) => {
        // Closed, or no longer connected to us: Stripe returns the same error for both.
        if (isMissing(thrown) || (thrown instanceof GatewayRefused && thrown.code === 'account_invalid')) return null
        throw thrown
      }),
    // Each visit needs a new link.
    accountLink: ({ accountId, version }, back) =>
      ask((stripe) => versions[version].link(stripe, accountId, back, `link ${newToken()}`)).catch(asFailure),
  }
}

const asFailure = (thrown: unknown): never => {
  throw isMissing(thrown) ? failureOf(thrown) : thrown
}
