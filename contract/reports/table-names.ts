// No schema: the page of a shared report, which is for visitors, loads only this file.

/** What the rows of a report are grouped by. */
export const reportKinds = ['campaigns', 'clients', 'modules', 'days', 'funnel'] as const
export type ReportKind = (typeof reportKinds)[number]

export const kindNames = {
  campaigns: 'By campaign',
  clients: 'By client',
  modules: 'By module',
  days: 'By day',
  funnel: 'Visit outcomes',
} as const satisfies Record<ReportKind, string>

/** The row, among campaigns, of enriched lists that belong to none: with it, campaigns have the money that other reports have. */
export const listsKey = 'lists'
export const listsName = 'Enriched lists'

/** Unit of a column: money and prices in 1/10,000 dollar, rates as fractions of 1, `times` as a factor. */
export type ReportUnit = 'count' | 'money' | 'price' | 'rate' | 'times'

/** Every column that a report can have. */
export const columnUnits = {
  visits: 'count',
  match_rate: 'rate',
  leads: 'count',
  cost_per_lead: 'price',
  spend: 'money',
  wholesale: 'money',
  margin: 'money',
  conversions: 'count',
  value: 'money',
  return_on_spend: 'times',
  share: 'rate',
} as const satisfies Record<string, ReportUnit>
export type ReportColumn = keyof typeof columnUnits

export const columnNames = {
  visits: 'Visits',
  match_rate: 'Match rate',
  leads: 'Leads',
  cost_per_lead: 'Cost per lead',
  spend: 'Spend',
  wholesale: 'Wholesale cost',
  margin: 'Margin',
  conversions: 'Conversions',
  value: 'Conversion value',
  return_on_spend: 'Return on spend',
  share: 'Share',
} as const satisfies Record<ReportColumn, string>

/** The column that bars draw and that rows are compared by. */
export const mainColumn = ({ kind }: { kind: ReportKind }): ReportColumn => (kind === 'funnel' ? 'visits' : 'leads')

export const reportFormats = ['csv', 'xlsx', 'pdf'] as const
export type ReportFormat = (typeof reportFormats)[number]
