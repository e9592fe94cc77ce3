const orders = {
  company_name: 'company.name',
  full_name: 'company.main_name',
  email: 'company.main_email',
  created_at: 'company.created_at',
} as const

/** The order of a list of companies: by name by default, with a stable order for equal values. */
export function orderOf({ sort, order }: { sort: string; order: string }): string {
  const isSorted = sort in orders && (order === 'asc' || order === 'desc')
  const column = orders[isSorted ? (sort as keyof typeof orders) : 'company_name']
  const direction = isSorted ? order : 'asc'
  return `${column} ${direction}, company.id ${direction}`
}
