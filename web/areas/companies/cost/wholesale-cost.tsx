import { Skeleton } from '@mantine/core'
import { readSetting, saveSetting } from '#contract/settings/settings.ts'
import type { PaymentTerm } from '#contract/companies/selections.ts'
import { useAction, useCall } from '../../../api/hooks.ts'
import { useT } from '../../../i18n/texts.tsx'
import { FailureNote } from '../../../shells/failure-note.tsx'
import { useFilled } from '../../../shells/use-filled.ts'
import { CostForm, type SaveCosts } from './cost-form.tsx'

type WholesaleCostProps = {
  companyId: string
  /** The operator's default prices, which agencies without custom prices pay. */
  isOfRoot: boolean
  onDone?: () => void
  onCancel?: () => void
}

const nothing = (): void => undefined

/** What agencies pay their operator (C028 and C175, costagency). */
export function WholesaleCost({ companyId, isOfRoot, onDone = nothing, onCancel }: WholesaleCostProps) {
  const t = useT()
  const call = useCall(readSetting, { query: { companyId, settingName: 'costagency' } })
  const { answer, round, restart, reload } = useFilled(call)
  const save = useSaveWholesale(companyId)
  if (call.error && !answer) return <FailureNote failure={call.error} onRetry={call.refetch} />
  if (!answer || answer.data.settingName !== 'costagency' || !answer.rootCost) return <Skeleton height={320} />
  return (
    <CostForm
      key={round}
      cost={answer.data}
      floor={isOfRoot ? null : { cost: answer.rootCost, of: 'enhance and b2b' }}
      firstTerm={answer.defaultTerm ?? 'Weekly'}
      consequence={t('Campaigns pay the new price for new leads. Existing leads keep their price.')}
      save={save}
      version={answer.version}
      onDone={() => {
        restart()
        onDone()
      }}
      onReload={reload}
      onCancel={onCancel}
    />
  )
}

function useSaveWholesale(companyId: string): SaveCosts {
  const { mutateAsync } = useAction(saveSetting, { invalidates: [readSetting] })
  return (changes, version) => {
    const prices: { [Term in PaymentTerm]?: Record<string, number> } = {}
    for (const { term, field, becomes } of changes) prices[term] = { ...prices[term], [field]: becomes }
    return mutateAsync({ body: { companyId, settingName: 'costagency', actionType: 'save', version, ...prices } })
  }
}
