import { Skeleton } from '@mantine/core'
import { readRetailCost, setRetailCost, type RetailLine } from '#contract/pricing/retail.ts'
import { asFailure, CallFailure } from '../../../api/failure.ts'
import { useAction, useCall } from '../../../api/hooks.ts'
import { useT } from '../../../i18n/texts.tsx'
import { FailureNote } from '../../../shells/failure-note.tsx'
import { CostForm } from './cost-form.tsx'
import { fieldsOfLines, retailLines } from './retail-lines.ts'
import type { CostChange } from './cost-values.ts'

type RetailCostProps = { companyId: string; onDone?: () => void; onCancel?: () => void }

const nothing = (): void => undefined

/** What a client pays its agency, or all of an agency's clients that have no price of their own (C050). */
export function RetailCost({ companyId, onDone = nothing, onCancel }: RetailCostProps) {
  const t = useT()
  const { data, dataUpdatedAt, error, isFetching, refetch } = useCall(readRetailCost, {
    params: { companyID: companyId },
  })
  const save = useSaveRetail(companyId)
  if (error) return <FailureNote failure={error} onRetry={refetch} />
  if (!data || isFetching) return <Skeleton height={320} />
  return (
    <CostForm
      key={dataUpdatedAt}
      cost={data.data}
      floor={{ cost: data.agencycost, of: 'every lead' }}
      firstTerm={data.dpay}
      consequence={t(
        'Campaigns without a price of their own pay the new price for leads from now on. Leads that exist keep the price they were made with.',
      )}
      save={save}
      onDone={onDone}
      onCancel={onCancel}
    />
  )
}

function useSaveRetail(companyId: string) {
  const { mutateAsync } = useAction(setRetailCost, { invalidates: [readRetailCost] })
  return async (changes: readonly CostChange[]) => {
    const costs = retailLines(changes)
    try {
      return await mutateAsync({ body: { companyID: companyId, costs: costs as RetailLine[] } })
    } catch (thrown) {
      const failure = asFailure(thrown)
      throw new CallFailure({ ...failure, message: failure.message, fields: fieldsOfLines(costs, failure.fields) })
    }
  }
}
