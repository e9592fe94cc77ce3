import { listAudiences, type Audience } from '#contract/audiences/audiences.ts'
import { useCall } from '../../../api/hooks.ts'
import type { OptionsRead } from '../../../shells/options-failure.tsx'

const perPage = 100

export type AudienceOption = { value: string; label: string } & Pick<Audience, 'expiry'>

/** All of a client's audiences by name, up to two pages; undefined until loaded. `query` says whether that failed. */
export function useAudiences(clientId: string): { audiences: AudienceOption[] | undefined; query: OptionsRead } {
  const pageOf = (page: number) => ({ params: { companyId: clientId }, query: { page, perPage, groupId: 'all' } })
  const first = useCall(listAudiences, pageOf(1), { enabled: clientId !== '' })
  const hasMore = (first.data?.last_page ?? 1) > 1
  const second = useCall(listAudiences, pageOf(2), { enabled: clientId !== '' && hasMore })
  const query = hasMore ? second : first
  const rows = query.data && [...first.data!.data, ...(hasMore ? query.data.data : [])]
  // An audience created between the two reads moves another one to the second page: a list throws on an option given twice.
  const byId = rows && new Map(rows.map((row) => [row.audience_id, row]))
  const audiences =
    byId && [...byId.values()].map((row) => ({ value: row.audience_id, label: row.audience_name, expiry: row.expiry }))
  return { audiences, query }
}
