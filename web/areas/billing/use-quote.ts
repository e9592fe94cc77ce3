import { quoteBilling } from '#contract/billing/manual-bill.ts'
import type { CompanyRow } from '#contract/companies/companies.ts'
import { useCall } from '../../api/hooks.ts'

type Offer = {
  /** What will be accepted; undefined while it is being read. */
  offer: { quote_id: string; amount: number } | undefined
  isReading: boolean
  error: ReturnType<typeof useCall>['error']
  refetch: () => Promise<unknown>
}

/**
 * What an agency owes, as its operator accepts it. Read whenever a dialog opens: leads and payments change it elsewhere, and an
 * earlier figure was perhaps accepted already.
 */
export function useQuote(
  { company_id }: Pick<CompanyRow, 'company_id'>,
  purpose: 'manual_bill' | 'settlement',
  { enabled = true } = {},
): Offer {
  const quote = useCall(quoteBilling, { params: { companyId: company_id, purpose } }, { enabled, alwaysFresh: true })
  const { isFetching, data, error, refetch } = quote
  return { offer: isFetching ? undefined : data?.data, isReading: isFetching, error, refetch }
}
