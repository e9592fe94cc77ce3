import type { BodyOf } from '#contract/core/operation.ts'
import { sentences } from '#contract/core/sentences.ts'
import { retention_days, type LeadExport, type prepareLeadExport } from '#contract/leads/exports.ts'
import { listScopeOf } from '#server/areas/tenants/list-scope.ts'
import type { Caller, SignedInCall, TenantPath } from '#server/platform/call.ts'
import type { Tx } from '#server/platform/database/tx.ts'
import { invalid } from '#server/platform/failure.ts'
import { leadConditions, readLeadQuery, type LeadQuery } from '../read/lead-query.ts'
import { readRange } from '../read/report-range.ts'

export const exportJobName = 'write-lead-export'

/** The prefix of all lead files, so that orphaned files can be found. */
export const filePrefix = 'leads-'

type Stored = Omit<BodyOf<typeof prepareLeadExport>, 'format' | 'always'>
/** Parameters that files of an earlier version lack. */
type Later = 'status' | 'columns' | 'language' | 'time_zone'
/** The stored parameters of the list. */
type ExportedLeads = Omit<Stored, Later> & Partial<Pick<Stored, Later>>

export interface ExportRow {
  agencyId: string
  id: string
  rootId: string
  clientId: string | null
  byClient: boolean
  withPhone: boolean
  asked: ExportedLeads
  format: LeadExport['format']
  status: LeadExport['status']
  problem: LeadExport['problem']
  rowsTotal: number | null
  rowsDone: number
  tries: number
  fileKey: string | null
  bytes: number | null
  downloads: number
  createdAt: Date
}

export const exportColumns = `agency_id as "agencyId", id, root_id as "rootId", client_id as "clientId", by_client as "byClient",
  with_phone as "withPhone", asked, format, status, problem, rows_total as "rowsTotal", rows_done as "rowsDone", tries,
  file_key as "fileKey", bytes, downloads, created_at as "createdAt"`

/** The lead query of stored parameters, for an agency or one of its clients. */
export const queryOf = (filter: ExportedLeads, company: TenantPath, caller: Pick<Caller, 'kind'>): LeadQuery =>
  readLeadQuery(
    { status: 'all', ...filter },
    listScopeOf(company, filter.clientId, filter.groupId),
    readRange(filter),
    caller,
  )

/** The number of leads, counted up to `most`. */
export async function countLeads(tx: Tx, query: LeadQuery, most: number | null): Promise<number> {
  const values: unknown[] = []
  const conditions = leadConditions(query, values).join(' and ')
  const limit = most === null ? '' : `limit ${most}`
  const { rows } = await tx.query<{ leads: number }>(
    `select count(*)::int as leads from (select from lead where ${conditions} ${limit}) lead`,
    values,
  )
  return rows[0]!.leads
}

/**
 * SQL scope of the files a user may access: their own, of the given company, within what they may see. Parameters: the agency,
 * the company, the user, and whether it is a client.
 */
export function ownFiles(call: SignedInCall, companyId: string): unknown[] {
  const { agencyId } = call.object!
  if (agencyId === null) throw invalid('companyId', sentences.companiesOnly)
  return [agencyId, companyId, call.caller.userId, call.caller.kind === 'client']
}

export const endsAt_ms = ({ createdAt }: Pick<ExportRow, 'createdAt'>): number =>
  createdAt.getTime() + retention_days * 24 * 3_600_000
