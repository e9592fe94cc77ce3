import { Skeleton, Tabs } from '@mantine/core'
import type { AnswerOf } from '#contract/core/operation.ts'
import { readRetailCost, setRetailCost, type RetailLine } from '#contract/pricing/retail.ts'
import { asFailure, CallFailure } from '../../../api/failure.ts'
import { useAction, useCall } from '../../../api/hooks.ts'
import { useT } from '../../../i18n/texts.tsx'
import { FailureNote } from '../../../shells/failure-note.tsx'
import { CostForm } from './cost-form.tsx'
import styles from './cost.module.css'
import { RetailBounds } from './retail-bounds.tsx'
import { fieldsOfLines, retailLines } from './retail-lines.ts'
import type { CostChange } from './cost-values.ts'

type RetailCostProps = { companyId: string; onDone?: () => void; onCancel?: () => void }

const nothing = (): void => undefined

/** What a client pays its agency, or all of an agency's clients that have no price of their own (C050). */
export function RetailCost({ companyId, onDone = nothing, onCancel }: RetailCostProps) {
  const t = useT()
  const { data, dataUpdatedAt, error, isFetching, refetch } = useCall(readRetailCost, {
    params: { companyId },
  })
  const save = useSaveRetail(companyId)
  if (error) return <FailureNote failure={error} onRetry={refetch} />
  if (!data || isFetching) return <Skeleton height={320} />
  return (
    <Tabs defaultValue="prices" keepMounted={false}>
      <Tabs.List mb="md">
        <Tabs.Tab value="prices">{t('Prices')}</Tabs.Tab>
        <Tabs.Tab value="limits">{t('Limits')}</Tabs.Tab>
      </Tabs.List>
      <Tabs.Panel value="prices">
        <Prices answer={data} version={dataUpdatedAt} save={save} onDone={onDone} onCancel={onCancel} />
      </Tabs.Panel>
      <Tabs.Panel value="limits">
        <p className={styles.note}>
          {t('The highest price holds for every campaign. Limit and days are what new campaigns begin with.')}
        </p>
        <RetailBounds
          key={dataUpdatedAt}
          companyId={companyId}
          bounds={data.bounds}
          firstTerm={data.defaultTerm}
          onCancel={onCancel}
        />
      </Tabs.Panel>
    </Tabs>
  )
}

type PricesProps = Pick<RetailCostProps, 'onDone' | 'onCancel'> & {
  answer: AnswerOf<typeof readRetailCost>
  version: number
  save: ReturnType<typeof useSaveRetail>
}

function Prices({ answer, version, save, onDone = nothing, onCancel }: PricesProps) {
  const t = useT()
  return (
    <CostForm
      key={version}
      cost={answer.data}
      floor={{ cost: answer.agencyCost, of: 'every lead' }}
      firstTerm={answer.defaultTerm}
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
      return await mutateAsync({ body: { companyId, costs: costs as RetailLine[] } })
    } catch (thrown) {
      const failure = asFailure(thrown)
      throw new CallFailure({ ...failure, message: failure.message, fields: fieldsOfLines(costs, failure.fields) })
    }
  }
}
