import { randomUUID } from 'node:crypto'
import { Readable } from 'node:stream'
import { createFiles } from '../platform/files.ts'
import { newId } from '../platform/ids.ts'
import type { TestUser } from './factories.ts'
import type { TestDatabase } from './harness.ts'
import type { TestPlatform } from './platform.ts'

/** A finished export file of a company's leads that this user requested. */
export async function makeLeadExport(
  db: TestDatabase,
  { config }: Pick<TestPlatform, 'config'>,
  companyId: string,
  user: TestUser,
): Promise<string> {
  const id = newId(Date.now())
  const key = `leads-${randomUUID()}`
  await createFiles(config).store(key, Readable.from(['line\r\n']))
  await db.adminPool.query(
    `insert into lead_export (agency_id, id, root_id, client_id, company_id, user_id, by_client, asked, format, status, file_key,
       bytes, created_at)
     select agency_id, $2, root_id, client_id, id, $3, $4, '{"searchQuery": ""}', 'raw', 'ready', $5, 6, now()
       from company where id = $1`,
    [companyId, id, user.id, user.kind === 'client', key],
  )
  return id
}
