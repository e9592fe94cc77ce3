import { Skeleton } from '@mantine/core'
import { listCharges } from '#contract/billing/charges.ts'
import { useCall } from '../../api/hooks.ts'
import { FailureNote } from '../../shells/failure-note.tsx'
import { Charges } from './charges.tsx'

type ClientChargesProps = { companyId: string; maySettle?: boolean }

/** A client's charges that are on no invoice, such as top-ups. Renders nothing for the many clients without any. */
export function ClientCharges({ companyId, maySettle = false }: ClientChargesProps) {
  const first = { page: 1, perPage: 1 }
  // The first one may have been made elsewhere in the meantime.
  const { data, error, refetch } = useCall(listCharges, { params: { companyId }, query: first }, { alwaysFresh: true })
  if (error && !data) return <FailureNote failure={error} onRetry={refetch} />
  if (!data) return <Skeleton height={0} />
  return data.total > 0 ? <Charges companyId={companyId} maySettle={maySettle} /> : null
}
