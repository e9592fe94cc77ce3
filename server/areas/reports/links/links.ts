import type { Module } from '#contract/campaigns/modules.ts'
import { toPage } from '#contract/core/page.ts'
import {
  maxLinks,
  sharedReportPath,
  type createReportLink,
  type listReportLinks,
  type ReportLink,
  type revokeReportLink,
} from '#contract/reports/links.ts'
import type { ReportKind } from '#contract/reports/table-names.ts'
import { hostForLinks } from '#server/areas/branding/find-host.ts'
import { assertKnownClient, listScopeOf } from '#server/areas/tenants/list-scope.ts'
import { dateOf } from '#server/platform/clock.ts'
import type { Tx } from '#server/platform/database/tx.ts'
import { Failure, notFound } from '#server/platform/failure.ts'
import type { Handler } from '#server/platform/http/route.ts'
import { hashToken, newId, newToken } from '#server/platform/ids.ts'
import { pageAddress } from '#server/platform/page-address.ts'
import { today } from '../days.ts'
import { moduleOf } from '../module-of.ts'
import { periodOf } from '../report-period.ts'

const day_ms = 24 * 3_600_000

interface Row {
  id: string
  kind: ReportKind
  module: Module | null
  company_name: string | null
  with_costs: boolean
  start_date: string
  end_date: string
  created_at: Date
  expires_at: Date
  revoked_at: Date | null
  opened: number
  last_opened_at: Date | null
}

export const handleListReportLinks: Handler<typeof listReportLinks> = async ({ query }, call) => {
  const { agencyId } = listScopeOf(call.object!, 'all')
  const now_ms = call.platform.clock.now()
  return call.inScope(async (tx) => {
    const { rows } = await tx.query<Row & { total: number }>(
      `select link.id, link.kind, link.module, client.name as company_name, link.with_costs, link.start_date::text,
         link.end_date::text, link.created_at, link.expires_at, link.revoked_at, link.opened, link.last_opened_at,
         count(*) over ()::integer as total
       from report_link link
       left join company client on client.id = link.of_client_id
       where link.agency_id = $1
       order by link.created_at desc, link.id limit $2 offset $3`,
      [agencyId, query.perPage, (query.page - 1) * query.perPage],
    )
    return toPage(
      rows.map((row) => present(row, now_ms)),
      query.page,
      query.perPage,
      rows[0]?.total ?? 0,
    )
  })
}

const present = (row: Row, now_ms: number): ReportLink => ({
  id: row.id,
  kind: row.kind,
  company_name: row.company_name,
  moduleType: row.module,
  costs: row.with_costs,
  start: row.start_date,
  end: row.end_date,
  created_at: row.created_at.toISOString(),
  expires_at: row.expires_at.toISOString(),
  state: row.revoked_at ? 'revoked' : row.expires_at.getTime() <= now_ms ? 'expired' : 'open',
  opened: row.opened,
  last_opened_at: row.last_opened_at && row.last_opened_at.toISOString(),
})

/**
 * Creates a link on the requested host or, for somebody signed in on the operator's, on the agency's own: links open
 * nowhere else. The token is returned once; only its hash is stored.
 */
export const handleCreateReportLink: Handler<typeof createReportLink> = async ({ body }, call) => {
  const { clock, config } = call.platform
  const scope = listScopeOf(call.object!, body.clientId)
  const period = periodOf(body, today(clock))
  const now_ms = clock.now()
  const expiresAt = dateOf(now_ms + body.expires_in_days * day_ms)
  const [id, token] = [newId(now_ms), newToken()]
  const host = await call.inScope(async (tx) => {
    await assertKnownClient(tx, scope)
    await assertRoom(tx, scope.agencyId, now_ms)
    await tx.query(
      `insert into report_link (agency_id, id, root_id, token_hash, kind, of_client_id, module, with_costs, start_date,
         end_date, created_at, expires_at)
       values ($1, $2, $3, $4, $5, $6, $7, $8, $9::date, $10::date, $11, $12)`,
      [
        scope.agencyId,
        id,
        scope.rootId,
        hashToken(token),
        body.kind,
        scope.clientId,
        moduleOf(body.moduleType),
        body.costs,
        period.start,
        period.end,
        dateOf(now_ms),
        expiresAt,
      ],
    )
    return hostForLinks(tx, call.host, scope.agencyId)
  })
  return {
    result: 'success',
    message: 'Data has been updated successfully',
    data: {
      id,
      url: pageAddress(config, host, `/${sharedReportPath}#${token}`),
      expires_at: expiresAt.toISOString(),
    },
  }
}

/** Counts under a lock, because two concurrent calls could both see room for one more. */
async function assertRoom(tx: Tx, agencyId: string, now_ms: number): Promise<void> {
  await tx.query("select pg_advisory_xact_lock(hashtextextended('report links ' || $1, 0))", [agencyId])
  const { rows } = await tx.query<{ count: number }>(
    `select count(*)::integer as count from report_link
      where agency_id = $1 and revoked_at is null and expires_at > $2`,
    [agencyId, dateOf(now_ms)],
  )
  if (rows[0]!.count >= maxLinks)
    throw new Failure('conflict', { message: `At most ${maxLinks} links can be open. Revoke one first.` })
}

/** Revokes a link; an already revoked one doesn't change. A foreign link is answered as not found. */
export const handleRevokeReportLink: Handler<typeof revokeReportLink> = async ({ body }, call) => {
  const { agencyId } = listScopeOf(call.object!, 'all')
  await call.inScope(async (tx) => {
    const { rowCount } = await tx.query(
      'update report_link set revoked_at = coalesce(revoked_at, $3) where agency_id = $1 and id = $2',
      [agencyId, body.link_id, dateOf(call.platform.clock.now())],
    )
    if (rowCount === 0) throw notFound()
  })
  return { result: 'success', message: 'Data has been updated successfully' }
}
