import type {
  ChildNode,
  companyFilters,
  CompanyRow,
  listCompanies as operation,
} from '#contract/companies/companies.ts'
import { toPage, type Page } from '#contract/core/page.ts'
import { sentences } from '#contract/core/sentences.ts'
import { isSearch } from '#contract/core/wire.ts'
import { isSales, mayUse } from '#contract/guards/access-context.ts'
import { readAssigned } from '#server/areas/tenants/assigned-agencies.ts'
import type { SignedInCall, TenantPath } from '#server/platform/call.ts'
import { containsText } from '#server/platform/database/like.ts'
import { plainArray } from '#server/platform/database/plain-array.ts'
import { inScope } from '#server/platform/database/scope.ts'
import type { Tx } from '#server/platform/database/tx.ts'
import { accessDenied, invalid } from '#server/platform/failure.ts'
import type { Input } from '#server/platform/http/route.ts'
import { orderOf } from './company-order.ts'
import { listPeople } from './list-people.ts'
import { presentTo } from './present.ts'
import { hasApiKey } from './queries.ts'
import { readLines } from './read-lines.ts'

/** How many of an agency's clients its node includes; the agency's own list has all. */
const shownChildren = 10

interface Row extends ChildNode {
  agency_id: string
}

/** The first clients of each agency on a page, by name: one statement, which reads that many index rows of each. */
async function readChildren(tx: Tx, agencies: readonly { companyId: string }[]): Promise<Map<string, ChildNode[]>> {
  const children = new Map<string, ChildNode[]>()
  if (agencies.length === 0) return children
  const { rows } = await tx.prepared<Row>(
    'company-children',
    `select client.* from unnest($1::uuid[]) agency (id)
     cross join lateral (
       select agency_id, main_user_id as id, id as company_id, name as company_name, main_name as name, main_email as email,
         'client' as user_type
       from company where agency_id = agency.id and kind = 'client' and removed_at is null
       order by company.name, company.id limit ${shownChildren}) client`,
    [plainArray(agencies.map(({ companyId }) => companyId))],
  )
  for (const { agency_id: agencyId, ...node } of rows) {
    const list = children.get(agencyId)
    if (list) list.push(node)
    else children.set(agencyId, [node])
  }
  return children
}

type ListRequest = Input<typeof operation>

/** An agency's clients, or the root's agencies; by name by default. */
export async function listCompanies(request: ListRequest, call: SignedInCall): Promise<Page<CompanyRow>> {
  const { page, perPage } = request.query
  const { type } = request.params
  if (type === 'administrator' || type === 'sales') {
    // Colleagues need the settings menu; companies below are visible from every menu.
    if (!call.caller.rights || !mayUse(call.caller.rights, 'settings.enable')) throw accessDenied()
    return listPeople(type, request, call)
  }
  const isOfRoot = type === 'agency'
  const company = call.object!
  if (company.clientId !== null || isOfRoot !== (company.agencyId === null))
    throw invalid('type', sentences.listedBelow)
  const parent = isOfRoot ? company.rootId : company.agencyId!
  assertAllGiven(request, call)
  const assignments = await assignedTo(call, isOfRoot)
  const { conditions, values } = narrow(company, parent, request, assignments)
  const from = (page - 1) * perPage
  const where = conditions.join(' and ')
  const order = orderOf(request.params)
  const isFiltered = assignments !== null || isNarrowed(request)
  return inScopeOf(call, assignments, async (tx) => {
    // An index alone finds the page, and only its rows are joined. A filtered list is counted as it is read.
    const { rows } = await tx.query<{ id: string; total: number }>(
      `select company.id, ${isFiltered ? 'count(*) over ()::integer' : '0'} as total from company where ${where}
       order by ${order} limit ${perPage} offset ${from}`,
      values,
    )
    const lines = await readLines(
      tx,
      type,
      rows.map(({ id }) => id),
    )
    const total = isFiltered
      ? (rows[0]?.total ?? (await countBefore(tx, page, where, values)))
      : readStoredTotal(tx, parent)
    const children = type === 'agency' ? await readChildren(tx, lines) : new Map<string, ChildNode[]>()
    const present = presentTo(call.caller)
    const nodes = lines.map((line) => present(line, children.get(line.companyId)))
    return toPage(nodes, page, perPage, await total)
  })
}

/** A filter would reveal to sales staff what the rows hide (R151). */
function assertAllGiven({ query }: ListRequest, { caller }: SignedInCall): void {
  if (!caller.rights || !isSales(caller.rights)) return
  for (const field of ['cardStatus', 'filters'] as const)
    if (!isAll(query[field])) throw invalid(field, 'Sales staff cannot filter by it.')
}

/** The agencies that a root-level list is limited to; null for callers who see all (R141, OQ-34). */
const assignedTo = async ({ caller, inScope }: SignedInCall, isOfRoot: boolean): Promise<string[] | null> =>
  isOfRoot && caller.scope.kind === 'staff' ? inScope(readAssigned) : null

/** For assigned agencies runs under the root's scope, since no staff scope can see their counts and people. */
const inScopeOf = <T>(call: SignedInCall, agencyIds: string[] | null, work: (tx: Tx) => Promise<T>): Promise<T> =>
  agencyIds
    ? inScope(call.platform.appPool, { kind: 'root', rootId: call.caller.rootId }, work, { readOnly: true })
    : call.inScope(work)

const isAll = (text: string): boolean => text === '' || text === 'all'

function narrow(
  company: TenantPath,
  parent: string,
  { params, query }: ListRequest,
  agencyIds: string[] | null,
): { conditions: string[]; values: unknown[] } {
  const values: unknown[] = [parent]
  const ofParent = params.type === 'agency' ? 'company.root_id = $1' : 'company.agency_id = $1'
  const conditions = [ofParent, `company.kind = '${params.type}'`, 'company.removed_at is null']
  const add = (condition: (parameter: string) => string, value: unknown): void => {
    values.push(value)
    conditions.push(condition(`$${values.length}`))
  }
  if (agencyIds) add((ids) => `company.id = any (${ids}::uuid[])`, agencyIds)
  if (!isAll(params.group)) add((group) => `company.company_group_id = ${group}`, params.group)
  if (!isAll(query.cardStatus)) add((parameter) => `company.payment_status = ${parameter}`, query.cardStatus)
  const names = isAll(query.filters) ? [] : (query.filters.split(',') as Filter[])
  for (const name of names) conditions.push(filters[name])
  // Few companies have a key, so starting from the keys is faster than scanning all companies.
  if (names.includes('api_key'))
    add(
      (root) =>
        `company.id = any (array(select key.company_id from developer_credential key
           where key.root_id = ${root} and key.revoked_at is null))`,
      company.rootId,
    )
  if (!isAll(query.campaignStatus)) {
    const isOrNot = query.campaignStatus === 'active' ? 'in' : 'not in'
    add((root) => `company.id ${isOrNot} ${withActive(params.type, root)}`, company.rootId)
  }
  if (!isAll(params.module)) {
    const ofModule = `campaign.module = $${values.push(params.module)} and campaign.removed_at is null`
    // Across agencies, a cluster reads the campaigns first: it has no plan for asking about each agency of a reference table.
    if (params.type === 'agency')
      add(
        (root) => `company.id in (select agency_id from campaign where root_id = ${root} and ${ofModule})`,
        company.rootId,
      )
    else
      conditions.push(
        `exists (select from campaign where campaign.client_id = company.id and campaign.agency_id = company.agency_id and ${ofModule})`,
      )
  }
  if (isSearch(params.search)) {
    add((parameter) => `company.search_text like ${parameter}`, containsText(params.search.toLowerCase()))
  }
  return { conditions, values }
}

type Filter = (typeof companyFilters)[number]
const filters: Readonly<Record<Filter, string>> = {
  // An agency billed at wholesale to its own card pays the operator directly (R195).
  direct_payment: 'company.manual_bill',
  payment_failed: `company.payment_status = 'failed'`,
  developer_mode: 'company.api_mode',
  api_key: hasApiKey,
}

/** Companies below the root or agency with active campaigns, read from a small dedicated index. */
const withActive = (type: ListRequest['params']['type'], root: string): string =>
  type === 'agency'
    ? `(select agency_id from company_count where root_id = ${root} and active_campaigns > 0)`
    : `(select company_id from company_count
         where root_id = ${root} and agency_id = $1 and client_id is not null and active_campaigns > 0)`

const isNarrowed = ({ params, query }: ListRequest): boolean =>
  !isAll(params.group) ||
  !isAll(query.cardStatus) ||
  !isAll(query.campaignStatus) ||
  !isAll(query.filters) ||
  !isAll(params.module) ||
  isSearch(params.search)

async function readStoredTotal(tx: Tx, parent: string): Promise<number> {
  const { rows } = await tx.query<{ companies: number }>('select companies from company_count where company_id = $1', [
    parent,
  ])
  return rows[0]?.companies ?? 0
}

/** The total when a page beyond the last was requested. */
async function countBefore(tx: Tx, page: number, where: string, values: unknown[]): Promise<number> {
  if (page === 1) return 0
  const { rows } = await tx.query<{ total: number }>(
    `select count(*)::integer as total from company where ${where}`,
    values,
  )
  return rows[0]!.total
}
