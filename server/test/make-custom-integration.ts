import { addCustom } from '#server/areas/integrations/connections/custom-integrations.ts'
import { inScope } from '#server/platform/database/scope.ts'
import type { Platform } from '#server/platform/platform.ts'
import type { TestDatabase } from './harness.ts'

/** Creates a custom integration of a client or an agency. Returns its id. */
export async function makeCustomIntegration(db: TestDatabase, platform: Platform, companyId: string): Promise<string> {
  const { rows } = await db.adminPool.query<{ kind: string; root_id: string; agency_id: string | null }>(
    'select kind, root_id, agency_id from company where id = $1',
    [companyId],
  )
  const { kind, root_id: rootId, agency_id } = rows[0]!
  const agencyId = agency_id ?? companyId
  const owner = { rootId, agencyId, clientId: kind === 'client' ? companyId : null }
  return inScope(db.appPool, { kind: 'root', rootId }, (tx) =>
    addCustom(tx, platform, owner, { name: 'Our CRM', url: 'https://crm.example/', headers: [], details: undefined }),
  )
}
