import type { Pool } from 'pg'
import { verifyAuditChains } from '#server/areas/activity/verify-audit-chains.ts'
import { failure, ok, type Finding } from './finding.ts'

/** Verifies every audit chain of the log. */
export async function checkActivity(appPool: Pool): Promise<Finding[]> {
  const { books, entries, problems } = await verifyAuditChains(appPool)
  if (problems.length === 0) return [ok(`${books} logs with ${entries} entries are intact: every hash, every number`)]
  return problems.map((text) =>
    failure(
      text,
      'Someone with access to the database changed the log. Keep a copy of it and compare it with a backup.',
    ),
  )
}
