import { sentences } from '#contract/core/sentences.ts'
import type { SettingsTarget } from '#server/areas/tenants/setting.ts'
import type { SignedInCall } from '#server/platform/call.ts'
import { accessDenied, invalid } from '#server/platform/failure.ts'

/** Region rules belong to an agency and name existing states. */
export async function checkStates(
  call: SignedInCall,
  { agencyId }: SettingsTarget,
  codes: readonly string[],
): Promise<void> {
  if (agencyId === null) throw accessDenied()
  const { rows } = await call.inScope((tx) =>
    tx.query<{ known: number }>('select count(*)::integer as known from us_state where code = any($1)', [codes]),
  )
  if (rows[0]!.known < codes.length) throw invalid('forbidden_states', sentences.state)
}
