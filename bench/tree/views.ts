import type { Tree } from './fill.ts'

/** One view of the tree: its request, its number of rows, and the plain SQL that reads the same. */
export interface View {
  title: string
  by: 'root' | 'agency'
  path: string
  rows: number
  plain: string
  values: unknown[]
  /** Sums over all companies instead of listing the tree. */
  isReport?: true
}

interface Shape {
  title: string
  sort?: string
  order?: 'asc' | 'desc'
  search?: string
  query?: string
  page?: number
  /** The condition of the plain SQL. */
  where?: string
  rows?: number
}

const columns = { company_name: 'name', full_name: 'main_name', email: 'main_email', created_at: 'created_at' } as const
const orders: Shape[] = Object.keys(columns).flatMap((sort) =>
  (['asc', 'desc'] as const).map((order) => ({ title: `by ${sort} ${order}`, sort, order })),
)
const search = (word: string): string =>
  `(company.name ilike '%${word}%' or main_name ilike '%${word}%' or main_email ilike '%${word}%')`
const withKey = `exists (select from developer_credential of where of.company_id = company.id and of.revoked_at is null)`
const active = `exists (select from company_count of where of.agency_id = company.agency_id and of.active_campaigns > 0 `

/** Every order, the last page, every filter, and searches with many, one and no matches. */
export function viewsOf(tree: Tree): View[] {
  const shapes: Shape[] = [
    ...orders,
    { title: 'page 900', page: 900 },
    { title: 'search, many', search: 'Maya', where: search('Maya') },
    { title: 'search, one', search: 'person4321@', where: search('person4321@') },
    { title: 'search, none', search: 'nobody at all', where: search('nobody at all'), rows: 0 },
  ]
  const ofAgencies: Shape[] = [
    ...shapes.map((shape) => ({ ...shape, ...(shape.title === 'search, one' && { rows: -1 }) })),
    { title: 'direct payment', query: '&Filters=direct_payment', where: 'manual_bill' },
    { title: 'payment failed', query: '&Filters=payment_failed', where: `payment_status = 'failed'` },
    { title: 'developer mode', query: '&Filters=developer_mode', where: 'api_mode' },
    { title: 'API key', query: '&Filters=api_key', where: withKey },
    { title: 'with active campaigns', query: '&CampaignStatus=active', where: `${active})` },
    { title: 'without active campaigns', query: '&CampaignStatus=inactive', where: `not ${active})` },
  ]
  const ofClients: Shape[] = [
    ...shapes.map((shape) => ({ ...shape, ...(shape.title === 'search, one' && { rows: -1 }) })),
    {
      title: 'with active campaigns',
      query: '&CampaignStatus=active',
      where: `${active} and of.client_id = company.id)`,
    },
  ]
  return [
    ...ofAgencies.map((shape) => viewOf('agencies', 'root', tree.rootId, shape)),
    ...ofClients.map((shape) => viewOf('clients', 'agency', tree.firstId, shape)),
    ...reportViews(tree),
  ].filter(({ rows }) => rows >= 0)
}

const dateBefore = (days: number): string => new Date(Date.now() - days * 86_400_000).toISOString().slice(0, 10)

/** The operator's reports about many companies at once: C053, C055, C056. */
function reportViews({ rootId, repId }: Tree): View[] {
  const byRoot = { by: 'root', rows: 10, isReport: true } as const
  const agenciesIn = (days: number): View => ({
    ...byRoot,
    title: `agencies report, ${days} days`,
    path: `/configuration/agencies-report/${dateBefore(days)}/${dateBefore(1)}?PerPage=10`,
    plain: `select agency.*, (select sum(leads) from lead_count c where c.agency_id = agency.id and c.of_id = agency.id
          and grain = 'day' and start_at >= now() - $2 * interval '1 day') as leads
        from (select id, name from company where root_id = $1 and kind = 'agency' order by name, id limit 10) agency`,
    values: [rootId, days],
  })
  return [
    agenciesIn(30),
    agenciesIn(365),
    {
      ...byRoot,
      title: 'under-performing, 14,000 active',
      path: '/configuration/get-under-perform-campaigns?Page=1&PerPage=10',
      plain: `select campaign.*, made.leads, count(*) over () from campaign_delivery_stats made
          join campaign on campaign.agency_id = made.agency_id and campaign.id = made.campaign_id
          where made.root_id = $1 and campaign.status = 'active' and (made.leads = 0 or made.leads * 2 < campaign.limit_leads * 7)
          order by made.leads::float8 / (campaign.limit_leads * 7), campaign.id limit 10`,
      values: [rootId],
    },
    {
      ...byRoot,
      title: 'downline of a salesperson',
      path: `/configuration/sales-downline/${rootId}/all/company_name/asc/all?salesId=${repId}&PerPage=10`,
      plain: `select company.*, count(*) over () from agency_staff join company on company.id = agency_staff.agency_id
          where user_id = $1 order by name, company.id limit 10`,
      values: [repId],
    },
  ]
}

function viewOf(list: 'agencies' | 'clients', by: View['by'], parentId: string, shape: Shape): View {
  const { sort = 'company_name', order = 'asc', page = 1, rows = 10 } = shape
  const type = list === 'agencies' ? 'agency' : 'client'
  const column = columns[sort as keyof typeof columns]
  const path = `/configuration/user/${parentId}/all/all/${type}/all/${sort}/${order}/${encodeURIComponent(shape.search ?? 'all')}`
  const conditions = `${type === 'agency' ? 'root_id' : 'agency_id'} = $1 and kind = '${type}' and removed_at is null
    ${shape.where ? `and ${shape.where}` : ''}`
  return {
    title: `${list}, ${shape.title}`,
    by,
    path: `${path}?Page=${page}&PerPage=10${shape.query ?? ''}`,
    rows,
    values: [parentId],
    // A page with its displayed columns, and the total count: what every list has to read.
    plain: `select company.*, kept.*, (select count(*) from company where ${conditions}) as total
      from (select * from company where ${conditions} order by ${column} ${order}, id ${order}
             limit 10 offset ${(page - 1) * 10}) company
      cross join lateral (select sum(campaigns) as campaigns, sum(active_campaigns) as active from company_count
        where ${type === 'agency' ? 'company_count.agency_id = company.id' : 'company_count.company_id = company.id'}) kept
      order by ${column} ${order}, id ${order}`,
  }
}
