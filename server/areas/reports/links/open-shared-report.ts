import type { Module } from '#contract/campaigns/modules.ts'
import type { openSharedReport } from '#contract/reports/links.ts'
import type { ReportKind } from '#contract/reports/table-names.ts'
import { findHost } from '#server/areas/branding/find-host.ts'
import { dateOf } from '#server/platform/clock.ts'
import { inScope } from '#server/platform/database/scope.ts'
import { notFound } from '#server/platform/failure.ts'
import type { OpenHandler } from '#server/platform/http/route.ts'
import { hashToken } from '#server/platform/ids.ts'
import { today } from '../days.ts'
import { periodOf } from '../report-period.ts'
import { buildTable } from '../tables/build-table.ts'
import { readClientName } from '../tables/read-client-name.ts'
import { readReportBrand } from '../tables/report-brand.ts'

interface Row {
  kind: ReportKind
  of_client_id: string | null
  module: Module | null
  with_costs: boolean
  start_date: string
  end_date: string
  expires_at: Date
}

/**
 * Shows the report of a link on its agency's host. Links that are expired, revoked, on another host, of a removed agency or
 * client, or unknown all get the same response.
 */
export const handleOpenSharedReport: OpenHandler<typeof openSharedReport> = async ({ body }, { platform, host }) => {
  const hostOwner = await findHost(platform, host)
  if (!hostOwner?.agencyId) throw notFound()
  const { rootId, agencyId } = hostOwner
  const now = dateOf(platform.clock.now())
  const data = await inScope(platform.appPool, { kind: 'agency', rootId, agencyId }, async (tx) => {
    const { rows } = await tx.query<Row>(
      `update report_link link set opened = link.opened + 1, last_opened_at = $3
         from company agency
        where link.agency_id = $1 and link.token_hash = $2 and link.revoked_at is null and link.expires_at > $3
          and agency.id = link.agency_id and agency.removed_at is null
          and not exists (select from company client
                           where client.agency_id = $1 and client.id = link.of_client_id and client.removed_at is not null)
       returning link.kind, link.of_client_id, link.module, link.with_costs, link.start_date, link.end_date,
         link.expires_at`,
      [agencyId, hashToken(body.token), now],
    )
    const [row] = rows
    if (!row) return null
    const scope = { rootId, agencyId, clientId: row.of_client_id, groupId: null }
    return {
      row,
      report: await buildTable(tx, {
        scope,
        kind: row.kind,
        module: row.module,
        period: periodOf({ start: row.start_date, end: row.end_date }, today(platform.clock)),
        withCosts: row.with_costs,
      }),
      company_name: await readClientName(tx, scope),
    }
  })
  if (!data) throw notFound()
  const { row, report, company_name } = data
  const brand = await readReportBrand(platform, { rootId, agencyId })
  return {
    result: 'success',
    message: '',
    data: {
      report,
      company_name,
      module_name: row.module && brand.modules[row.module].name,
      expires_at: row.expires_at.toISOString(),
    },
  }
}
