import type { Pool } from 'pg'
import { loadUsZips } from '#server/areas/campaigns/places/load-us-zips.ts'
import { distributeNewTables } from './cluster/distribute-new-tables.ts'
import { migrate } from './platform/database/migrate.ts'
import { setUpJobs } from './platform/jobs.ts'

/** Brings a database to where the program can run on it. Safe to repeat, and by several processes at once. */
export async function setUpDatabase(ownerPool: Pool): Promise<void> {
  await migrate(ownerPool)
  await distributeNewTables(ownerPool)
  await setUpJobs(ownerPool)
  await loadUsZips(ownerPool)
}
