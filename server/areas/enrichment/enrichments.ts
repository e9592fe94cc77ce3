import type { ListFields } from '#contract/enrichment/columns.ts'
import type { Enrichment } from '#contract/enrichment/enrichments.ts'
import { dollarsFromE4 } from '#contract/core/money.ts'
import { dateOf } from '#server/platform/clock.ts'
import type { Tx } from '#server/platform/database/tx.ts'
import { newId } from '#server/platform/ids.ts'
import { addJob } from '#server/platform/jobs.ts'
import type { TenantPath } from '#server/platform/call.ts'

export const matchJobName = 'match-enrichment'

/** An enrichment as stored. */
export interface EnrichmentRow {
  id: string
  rootId: string
  agencyId: string
  clientId: string
  client: string
  campaignId: string | null
  name: string
  columns: string[]
  /** What each column holds; null if that follows from the column names. */
  fields: string[] | null
  status: Enrichment['status']
  rowsTotal: number
  rowsDone: number
  rowsMatched: number
  people: number
  valuesUnread: number
  retailPrice_e4: number | null
  createdAt: Date
  rowsRemovedAt: Date | null
}

const columns = `e.id, e.root_id as "rootId", e.agency_id as "agencyId", e.client_id as "clientId", e.campaign_id as "campaignId",
  e.name, e.columns, e.fields, e.status, e.rows_total as "rowsTotal", e.rows_done as "rowsDone", e.rows_matched as "rowsMatched",
  e.people, e.values_unread as "valuesUnread", e.retail_price_e4 as "retailPrice_e4", e.created_at as "createdAt",
  e.rows_removed_at as "rowsRemovedAt", client.name as client`

/** One enrichment, or null. `hold` locks it until the transaction ends. */
export async function findEnrichment(
  tx: Tx,
  agencyId: string,
  id: string,
  hold: 'read' | 'hold' = 'read',
): Promise<EnrichmentRow | null> {
  const { rows } = await tx.query<EnrichmentRow>(
    `select ${columns} from enrichment e join company client on client.id = e.client_id
      where e.agency_id = $1 and e.id = $2 ${hold === 'hold' ? 'for update of e' : ''}`,
    [agencyId, id],
  )
  return rows[0] ?? null
}

/** The enrichments of a client, or of all clients of an agency. */
export async function readEnrichments(
  tx: Tx,
  of: { agencyId: string; clientId: string | null },
  { page, perPage }: { page: number; perPage: number },
): Promise<{ rows: EnrichmentRow[]; total: number }> {
  const condition = 'e.agency_id = $1 and ($2::uuid is null or e.client_id = $2)'
  const { rows } = await tx.query<EnrichmentRow>(
    `select ${columns} from enrichment e join company client on client.id = e.client_id
      where ${condition} order by e.created_at desc, e.id desc limit $3 offset $4`,
    [of.agencyId, of.clientId, perPage, (page - 1) * perPage],
  )
  const counts = await tx.query<{ total: number }>(
    `select count(*)::int as total from enrichment e where ${condition}`,
    [of.agencyId, of.clientId],
  )
  return { rows, total: counts.rows[0]!.total }
}

export const presentEnrichment = (row: EnrichmentRow): Enrichment => ({
  id: row.id,
  name: row.name,
  company_id: row.clientId,
  company_name: row.client,
  campaignId: row.campaignId,
  status: row.status,
  rows_total: row.rowsTotal,
  rows_done: row.rowsDone,
  rows_matched: row.rowsMatched,
  people: row.people,
  values_unread: row.valuesUnread,
  unit_price: row.retailPrice_e4 === null ? null : dollarsFromE4(row.retailPrice_e4),
  total: row.retailPrice_e4 === null ? null : dollarsFromE4(row.retailPrice_e4 * row.people),
  created_at: row.createdAt.toISOString(),
  has_rows: row.rowsRemovedAt === null,
})

/** A row as uploaded; with the lead's id if it comes from a campaign. */
interface NewRow {
  cells: string[]
  leadId: string | null
}

/** Stores a list and queues the job that matches it. Returns its id. */
export async function saveList(
  tx: Tx,
  { rootId, agencyId, clientId }: TenantPath,
  by: { userId: string; now_ms: number },
  list: {
    name: string
    campaignId: string | null
    columns: string[]
    fields?: ListFields | null
    rows: readonly NewRow[]
    valuesUnread?: number
  },
): Promise<string> {
  const id = newId(by.now_ms)
  await tx.query(
    `insert into enrichment (agency_id, id, root_id, client_id, campaign_id, name, columns, status, rows_total, requested_by,
            created_at, fields, values_unread)
     values ($1, $2, $3, $4, $5, $6, $7, 'matching', $8, $9, $10, $11, $12)`,
    [
      agencyId,
      id,
      rootId,
      clientId,
      list.campaignId,
      list.name,
      list.columns,
      list.rows.length,
      by.userId,
      dateOf(by.now_ms),
      list.fields ?? null,
      list.valuesUnread ?? 0,
    ],
  )
  await tx.query(
    `insert into enrichment_row (agency_id, enrichment_id, row, root_id, client_id, cells, lead_id)
     select $1, $2, given.row, $3, $4, given.cells, given.lead_id
       from unnest($5::jsonb[], $6::uuid[]) with ordinality as given (cells, lead_id, row)
     returning 1`,
    [
      agencyId,
      id,
      rootId,
      clientId,
      list.rows.map(({ cells }) => JSON.stringify(cells)),
      list.rows.map(({ leadId }) => leadId),
    ],
  )
  await addJob(tx, matchJobName, { rootId, agencyId, id }, { queue: `enrichment ${agencyId}` })
  return id
}
