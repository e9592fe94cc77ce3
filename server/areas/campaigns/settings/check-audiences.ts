import { lockAudiences } from '#server/areas/audiences/read-audiences.ts'
import type { Tx } from '#server/platform/database/tx.ts'
import { invalid } from '#server/platform/failure.ts'
import type { PeopleSettings } from '../campaign.ts'

/** Throws unless a client's campaign may include and exclude these audiences. Locks them against removal. */
export async function checkAudiences(
  tx: Tx,
  agencyId: string,
  clientId: string,
  { includeAudiences, excludeAudiences }: Pick<PeopleSettings, 'includeAudiences' | 'excludeAudiences'>,
): Promise<void> {
  if (excludeAudiences.some((id) => includeAudiences.includes(id)))
    throw invalid('exclude_audiences', 'An audience is either included or excluded.')
  const there = await lockAudiences(tx, agencyId, clientId, [...includeAudiences, ...excludeAudiences])
  if (includeAudiences.some((id) => !there.has(id))) throw invalid('include_audiences', noAudience)
  if (excludeAudiences.some((id) => !there.has(id))) throw invalid('exclude_audiences', noAudience)
}

const noAudience = 'This client has no such audience.'
