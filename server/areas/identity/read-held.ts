import type { Pool } from 'pg'
import { plainArray } from '#server/platform/database/plain-array.ts'

/** What the identity data holds about one person, for the person. */
export interface HeldPerson {
  id: number
  source: string
  updated_at: Date
  facts: Record<string, string | null>
  /** What files said about the person beyond that, by name. */
  traits: Record<string, string>
}

export async function readHeld(identityPool: Pool, personIds: readonly number[]): Promise<HeldPerson[]> {
  if (personIds.length === 0) return []
  const { rows } = await identityPool.query<HeldPerson>(
    `select p.id, p.source, p.updated_at,
            jsonb_build_object('first_name', first_name, 'last_name', last_name, 'email', email, 'phone', phone_e164,
                               'street', street, 'city', city, 'state', state, 'zip', zip) as facts,
            coalesce((select jsonb_object_agg(name, value) from trait where person_id = p.id), '{}') as traits
       from person p where p.id = any($1::bigint[]) order by p.id`,
    [plainArray(personIds)],
  )
  return rows
}
