import { randomBytes } from 'node:crypto'
import { newId } from '../platform/ids.ts'
import type { TestDatabase } from './harness.ts'

/** A scheduled report and a report link with the same id, of an agency or of a client's agency. */
export async function makeSentReport(db: TestDatabase, companyId: string): Promise<string> {
  const id = newId(Date.now())
  const of = `select coalesce(agency_id, id) as agency_id, $2::uuid as id, root_id from company where id = $1`
  await db.adminPool.query(
    `insert into report_schedule (agency_id, id, root_id, kind, with_costs, days, format, language, every, weekday, monthday,
       hour, recipients, created_at, updated_at)
     select place.*, 'campaigns', false, 'yesterday', 'csv', 'en', 'day', 1, 1, 9, '{someone@example.test}', now(), now()
       from (${of}) place`,
    [companyId, id],
  )
  await db.adminPool.query(
    `insert into report_link (agency_id, id, root_id, token_hash, kind, with_costs, start_date, end_date, created_at, expires_at)
     select place.*, $3, 'campaigns', false, '2026-11-01', '2026-11-02', now(), now() + interval '1 day' from (${of}) place`,
    [companyId, id, randomBytes(32)],
  )
  return id
}
