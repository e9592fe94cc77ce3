import { longestStatusName, type LeadStatus } from '#contract/leads/pipeline.ts'
import type { SettingBody, SettingsTarget } from '#server/areas/tenants/setting.ts'
import type { SignedInCall } from '#server/platform/call.ts'
import { accessDenied } from '#server/platform/failure.ts'

/** The pipeline of leads belongs to an agency. A new status gets a key, so that leads keep it when it is renamed. */
export async function checkPipeline(
  _call: SignedInCall,
  { agencyId }: SettingsTarget,
  { statuses }: SettingBody<'leadpipeline'>,
): Promise<LeadStatus[]> {
  if (agencyId === null) throw accessDenied()
  const keys = new Set(statuses.map(({ key }) => key))
  return statuses.map((status) => ({ ...status, key: status.key || addKey(keys, status.name) }))
}

/** Made of the name's Latin letters and digits, because people read it in files and in the developer API. */
function addKey(keys: Set<string>, name: string): string {
  const letters = name
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, '_')
    .replace(/_$/, '')
  const stem = /[a-z][a-z0-9_]*/.exec(letters)?.[0].slice(0, longestStatusName - 5) ?? 'status'
  let key = stem
  for (let n = 2; keys.has(key); n++) key = `${stem}_${n}`
  keys.add(key)
  return key
}
