import { dateOf } from '#server/platform/clock.ts'
import { inScope } from '#server/platform/database/scope.ts'
import type { Job } from '#server/platform/jobs.ts'
import type { Platform } from '#server/platform/platform.ts'
import { settleEach } from '#server/platform/settle-each.ts'
import { checkCompanysDomain } from './check-mail-domain.ts'

/** Per root and run; the rest follows in the next run. */
const maxAtOnce = 50

/** Checks the domains of companies' senders that are due, and those that have never been checked. Repeatable. */
export const checkMailDomainsJob: Job = {
  name: 'check-mail-domains',
  everyMinutes: 10,
  async run(platform) {
    const { rows } = await platform.appPool.query<{ root_id: string }>(
      'select distinct root_id from host where agency_id is null',
    )
    for (const { root_id } of rows) {
      const due = await readDue(platform, root_id)
      await settleEach(platform, 'the records of an email domain could not be checked', due, async (company) => {
        await checkCompanysDomain(platform, company)
      })
    }
  },
}

async function readDue(platform: Platform, rootId: string): Promise<{ companyId: string; rootId: string }[]> {
  const { rows } = await inScope(
    platform.appPool,
    { kind: 'root', rootId },
    (tx) =>
      tx.query<{ company_id: string }>(
        `select mail_server.company_id from mail_server
           join company on company.id = mail_server.company_id and company.removed_at is null
           left join mail_domain on mail_domain.agency_id = mail_server.company_id
            and mail_domain.domain = lower(split_part(mail_server.from_address, '@', 2))
          where mail_server.root_id = $1 and coalesce(mail_domain.next_check_at <= $2, true)
          order by mail_domain.next_check_at nulls first limit $3`,
        [rootId, dateOf(platform.clock.now()), maxAtOnce],
      ),
    { readOnly: true },
  )
  return rows.map((row) => ({ companyId: row.company_id, rootId }))
}
