import { listAudiences, type Audience } from '#contract/audiences/audiences.ts'
import { useCall } from '../../../api/hooks.ts'

const perPage = 100

export type AudienceOption = { value: string; label: string } & Pick<Audience, 'expiry'>

/** All of a client's audiences by name, up to two pages; undefined until loaded. */
export function useAudiences(clientId: string): AudienceOption[] | undefined {
  const pageOf = (page: number) => ({ params: { companyId: clientId }, query: { page, perPage, groupId: 'all' } })
  const first = useCall(listAudiences, pageOf(1), { enabled: clientId !== '' }).data
  const hasMore = (first?.last_page ?? 1) > 1
  const second = useCall(listAudiences, pageOf(2), { enabled: clientId !== '' && hasMore }).data
  if (!first || (hasMore && !second)) return undefined
  return [...first.data, ...(hasMore ? second!.data : [])].map((one) => ({
    value: one.audience_id,
    label: one.audience_name,
    expiry: one.expiry,
  }))
}
