import type { CompanyRow, listCompanies as operation } from '#contract/tenants/companies.ts'
import { toPage, type Page } from '#contract/core/page.ts'
import { isSearch } from '#contract/core/wire.ts'
import { containsText } from '#server/platform/database/like.ts'
import type { Tx } from '#server/platform/database/tx.ts'
import { invalid, notFound } from '#server/platform/failure.ts'
import type { Input, SignedInCall } from '#server/platform/http/call.ts'
import { listAdministrators } from './list-administrators.ts'
import { presentCompany, type CompanyLine } from './present.ts'
import { companyColumns, companyJoins } from './queries.ts'

type Asked = Input<typeof operation>

const orders = {
  company_name: 'company.name',
  full_name: 'main.full_name',
  email: 'main.email',
  created_at: 'company.created_at',
} as const

/** An agency's clients, or the root's agencies; by name unless asked otherwise. */
export async function listCompanies(asked: Asked, call: SignedInCall): Promise<Page<CompanyRow>> {
  const { Page: page, PerPage: perPage } = asked.query
  const { type } = asked.params
  if (type === 'administrator') return listAdministrators(asked, call)
  const isOfRoot = type === 'agency'
  const place = call.object!
  if (place.clientId !== null || isOfRoot !== (place.agencyId === null))
    throw invalid('type', 'agencies are listed of the root, clients of an agency')
  if (!isAll(asked.params.idsys) && asked.params.idsys !== call.caller.rootId) throw notFound()
  const parent = isOfRoot ? place.rootId : place.agencyId!
  const { conditions, values } = narrow(parent, asked)
  return call.inScope(async (tx) => {
    const { rows } = await tx.query<CompanyLine>(
      `select ${companyColumns} from company ${companyJoins(type)} where ${conditions.join(' and ')}
        order by ${orderOf(asked)} limit ${perPage} offset ${(page - 1) * perPage}`,
      values,
    )
    const total = isNarrowed(asked) ? await countRows(tx, type, conditions, values) : await readKeptTotal(tx, parent)
    return toPage(rows.map(presentCompany), page, perPage, total)
  })
}

const isAll = (text: string): boolean => text === '' || text === 'all'

function narrow(parent: string, { params, query }: Asked): { conditions: string[]; values: unknown[] } {
  const values: unknown[] = [parent]
  const ofParent = params.type === 'agency' ? 'company.root_id = $1' : 'company.agency_id = $1'
  const conditions = [ofParent, `company.kind = '${params.type}'`]
  const add = (condition: (place: string) => string, value: unknown): void => {
    values.push(value)
    conditions.push(condition(`$${values.length}`))
  }
  if (!isAll(query.CardStatus)) add((place) => `company.payment_status = ${place}`, query.CardStatus)
  if (query.CampaignStatus === 'active') conditions.push('kept.active > 0')
  if (query.CampaignStatus === 'inactive') conditions.push('kept.active = 0')
  if (!isAll(params.module)) {
    const of = params.type === 'agency' ? 'campaign.agency_id' : 'campaign.client_id'
    add(
      (place) =>
        `exists (select from campaign where ${of} = company.id and campaign.agency_id = company.agency_id
           and campaign.module = ${place} and campaign.removed_at is null)`,
      params.module,
    )
  }
  if (isSearch(params.search)) {
    add(
      (place) => `(company.name ilike ${place} or main.full_name ilike ${place} or main.email ilike ${place})`,
      containsText(params.search),
    )
  }
  return { conditions, values }
}

const isNarrowed = ({ params, query }: Asked): boolean =>
  !isAll(query.CardStatus) || !isAll(query.CampaignStatus) || !isAll(params.module) || isSearch(params.search)

function orderOf({ params }: Asked): string {
  const isSorted = params.sort in orders && (params.order === 'asc' || params.order === 'desc')
  const column = orders[isSorted ? (params.sort as keyof typeof orders) : 'company_name']
  const direction = isSorted ? params.order : 'asc'
  return `${column} ${direction} nulls last, company.id ${direction}`
}

async function readKeptTotal(tx: Tx, parent: string): Promise<number> {
  const { rows } = await tx.query<{ companies: number }>('select companies from company_count where company_id = $1', [
    parent,
  ])
  return rows[0]?.companies ?? 0
}

async function countRows(
  tx: Tx,
  type: 'client' | 'agency',
  conditions: readonly string[],
  values: unknown[],
): Promise<number> {
  const { rows } = await tx.query<{ total: number }>(
    `select count(*)::integer as total from company ${companyJoins(type)} where ${conditions.join(' and ')}`,
    values,
  )
  return rows[0]!.total
}
