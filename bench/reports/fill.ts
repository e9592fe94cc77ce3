import type pg from 'pg'
import { updateReportDaysJob } from '#server/areas/reports/update-report-days.ts'
import { refreshDeliveryStatsJob } from '#server/areas/reports/refresh-delivery-stats.ts'
import { newId } from '#server/platform/ids.ts'
import type { Platform } from '#server/platform/platform.ts'
import type { Tenant } from '../calls/fill.ts'

/** Who reads reports: the operator, the first agency's owner and its first client. */
export interface Readers {
  rootHost: string
  operatorId: string
  clientUserId: string
}

/**
 * Fills what reports read besides leads, for every campaign: daily visits without a lead, conversions of some leads,
 * weeks in which visitors returned, and daily totals by the program's own jobs. Done once: the database is kept.
 */
export async function fillReports(admin: pg.Client, platform: Platform, tenants: readonly Tenant[]): Promise<Readers> {
  const first = tenants[0]!
  const users = await admin.query<{ kind: string; id: string }>(
    `select kind, id from app_user where kind in ('rootSystem', 'client')`,
  )
  const userIds = new Map(users.rows.map(({ kind, id }) => [kind, id]))
  const readers = {
    rootHost: 'localhost',
    operatorId: userIds.get('rootSystem') ?? newId(Date.now()),
    clientUserId: userIds.get('client') ?? newId(Date.now()),
  }
  if (userIds.size === 0) {
    await insertReaders(admin, first, readers)
    for (const text of [oldCampaigns, visits, conversions, cohorts, cohortsOfAgencies, cohortMarks])
      await admin.query(text)
    await admin.query('vacuum analyze')
  }
  // Report files carry the operator's brand.
  await admin.query(
    `insert into brand (company_id, root_id, agency_id, name, legal_name, brand_color, mail_from, updated_at)
     values ($1, $1, null, 'Root', 'Root', '#2255cc', 'leads@example.com', now()) on conflict do nothing`,
    [first.rootId],
  )
  await fillReportDays(admin, platform)
  await refreshDeliveryStatsJob.run(platform, {})
  await admin.query('vacuum analyze report_day')
  return readers
}

async function insertReaders(
  admin: pg.Client,
  { rootId, agencyId, clientId }: Tenant,
  readers: Readers,
): Promise<void> {
  await admin.query(
    `insert into app_user (id, company_id, root_id, agency_id, client_id, kind, full_name, email, created_at)
     values ($1, $2, $2, null, null, 'rootSystem', 'Operator', 'operator@example.com', now()),
       ($3, $5, $2, $4, $5, 'client', 'Client', 'client@example.com', now())`,
    [readers.operatorId, rootId, readers.clientUserId, agencyId, clientId],
  )
  await admin.query(
    `insert into host (host, company_id, root_id, agency_id, verified_at) values ($1, $2, $2, null, now())`,
    [readers.rootHost, rootId],
  )
}

/** Each run covers a month of days. */
async function fillReportDays(admin: pg.Client, platform: Platform): Promise<void> {
  for (let lastDay = ''; ;) {
    await updateReportDaysJob.run(platform, {})
    const { rows } = await admin.query<{ kept: string }>(
      'select max(kept_through)::text as kept from report_day_watermark',
    )
    if (rows[0]!.kept === lastDay) return
    lastDay = rows[0]!.kept
  }
}

const oldCampaigns = `update campaign set created_at = now() - interval '366 days'`

const visits = `
  insert into visit_count (agency_id, client_id, campaign_id, root_id, hour, reason, count)
  select agency_id, client_id, id, root_id, date_trunc('day', now()) - day * interval '1 day' + interval '15 hours', reason, 3 + day % 7
    from campaign, generate_series(1, 365) day, unnest(array['no_key', 'no_match', 'outside_target', 'returning']) reason`

const conversions = `
  insert into conversion (agency_id, campaign_id, person_id, root_id, client_id, visit_id, value_cents, at)
  select agency_id, campaign_id, person_id, root_id, client_id, visit_id, 1999, created_at
    from lead where person_id % 100 = 0 on conflict do nothing`

const cohorts = `
  insert into cohort_week (agency_id, of_id, first_week, weeks_after, root_id, client_id, visitors, leads)
  select agency_id, client_id, date_trunc('week', now())::date - 7 * week, after, root_id, client_id, 100 - after, 10
    from campaign, generate_series(0, 11) week, generate_series(0, 11) after where after <= week`

const cohortsOfAgencies = `
  insert into cohort_week (agency_id, of_id, first_week, weeks_after, root_id, client_id, visitors, leads)
  select agency_id, agency_id, first_week, weeks_after, root_id, null, sum(visitors), sum(leads)
    from cohort_week group by agency_id, first_week, weeks_after, root_id`

const cohortMarks = `
  insert into cohort_watermark (agency_id, root_id, kept_through)
  select id, root_id, (now() at time zone 'America/New_York')::date - 1 from company where kind = 'agency'`
