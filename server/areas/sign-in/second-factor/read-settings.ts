import type { readAuthenticatorSetup, readFactorSettings } from '#contract/sign-in/second-factor.ts'
import { readBoot } from '#server/areas/branding/read-brand.ts'
import { notFound } from '#server/platform/failure.ts'
import type { Handler } from '#server/platform/http/route.ts'
import { findAccountById } from '../find-account.ts'
import { qrCodeOf } from './authenticator.ts'
import { countRecoveryCodes, factorOf, isRequired } from './factors.ts'
import { pendingSecret } from './pending-secret.ts'

/** Only the caller's own settings; anybody else's look absent. */
export const handleReadFactorSettings: Handler<typeof readFactorSettings> = async ({ params }, call) => {
  const { platform, caller } = call
  const account = await findAccountById(platform, caller.rootId, caller.userId)
  if (!account || params.userId !== caller.userId) throw notFound()
  const factor = await factorOf(platform, account)
  return {
    two_factor_auth: factor !== null,
    two_factor_auth_type: factor?.kind ?? null,
    required: isRequired(platform, account),
    recovery_codes_left: await countRecoveryCodes(platform, caller.userId),
  }
}

export const handleReadAuthenticatorSetup: Handler<typeof readAuthenticatorSetup> = async ({ params }, call) => {
  const { platform, caller, host } = call
  const account = await findAccountById(platform, caller.rootId, caller.userId)
  if (!account || params.userId !== caller.userId || params.companyId !== caller.companyId) throw notFound()
  const factor = await factorOf(platform, account)
  const secret = pendingSecret(platform, { ...caller, factor })
  const issuer = (await readBoot(platform, host))?.brand.name ?? host
  return { qrCodeUrl: await qrCodeOf(secret, issuer, account.email), secretKey: secret }
}
