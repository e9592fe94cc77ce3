import { listAudiences } from '#contract/audiences/audiences.ts'
import { useCall } from '../../../api/hooks.ts'

/** A client's audiences by name; undefined until they are there. */
export const useAudiences = (clientId: string): { value: string; label: string }[] | undefined =>
  useCall(
    listAudiences,
    { params: { companyId: clientId }, query: { page: 1, perPage: 100, groupId: 'all' } },
    { enabled: clientId !== '' },
  ).data?.data.map((one) => ({ value: one.audience_id, label: one.audience_name }))
