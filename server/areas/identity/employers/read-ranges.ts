import type { Pool } from 'pg'

/** A company's IP range, such as `198.51.100.0/24`, and its domain. */
export interface EmployerRange {
  range: string
  domain: string
}

/** All ranges if they have changed since the given version; otherwise null. */
export async function readEmployerRanges(
  identityPool: Pool,
  knownVersion: number,
): Promise<{ version: number; ranges: EmployerRange[] } | null> {
  const { rows } = await identityPool.query<{ version: number }>(
    'select version::float8 as version from employer_range_version',
  )
  const version = rows[0]?.version ?? 0
  if (version === knownVersion) return null
  const result = await identityPool.query<EmployerRange>('select range::text, domain from employer_range')
  return { version, ranges: result.rows }
}
