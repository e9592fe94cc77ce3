import type { createReferral } from '#contract/people/referral.ts'
import { findHostOf } from '#server/areas/branding/find-host.ts'
import { dateOf } from '#server/platform/clock.ts'
import type { Tx } from '#server/platform/database/tx.ts'
import { Failure } from '#server/platform/failure.ts'
import type { Caller } from '#server/platform/call.ts'
import type { Handler } from '#server/platform/http/route.ts'
import { newReferralCode } from '#server/platform/ids.ts'
import { pageAddress } from '#server/platform/page-address.ts'

export const handleCreateReferral: Handler<typeof createReferral> = async (_input, call) => {
  const { platform, caller } = call
  const host = await findHostOf(platform.appPool, caller.rootId)
  if (!host) throw new Failure('conflict', { message: 'The operator has no host for agencies to register on.' })
  const code = await call.inScope((tx) => codeOf(tx, caller, dateOf(platform.clock.now())))
  return {
    result: 'success',
    message: '',
    data: { code, link: pageAddress(platform.config, host, `/agency-register/${code}`) },
  }
}

async function codeOf(tx: Tx, caller: Caller, at: Date): Promise<string> {
  await tx.query(
    `insert into referral_code (user_id, company_id, root_id, agency_id, code, created_at)
     values ($1, $2, $3, $4, $5, $6) on conflict (user_id) do nothing`,
    [caller.userId, caller.companyId, caller.rootId, caller.agencyId, newReferralCode(), at],
  )
  const { rows } = await tx.query<{ code: string }>('select code from referral_code where user_id = $1', [
    caller.userId,
  ])
  return rows[0]!.code
}
