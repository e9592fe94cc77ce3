import { Skeleton, Tabs } from '@mantine/core'
import { useRef, useState } from 'react'
import { modules } from '#contract/campaigns/modules.ts'
import type { AnswerOf } from '#contract/core/operation.ts'
import { costField, costKindsOf } from '#contract/pricing/cost.ts'
import { readRetailCost, setRetailCost, type RetailLine, retailField } from '#contract/pricing/retail.ts'
import { asFailure, CallFailure } from '../../../api/failure.ts'
import { useAction, useCall } from '../../../api/hooks.ts'
import { useT } from '../../../i18n/texts.tsx'
import { FailureNote } from '../../../shells/failure-note.tsx'
import { leaveForm } from '../../../shells/unsaved.ts'
import { useFilled } from '../../../shells/use-filled.ts'
import { CostForm, type SaveCosts } from './cost-form.tsx'
import type { CostChange } from './cost-values.ts'
import styles from './cost.module.css'
import { RetailBounds } from './retail-bounds.tsx'

type Line = Pick<RetailLine, 'module' | 'paymentTerm'> & Record<string, unknown>

/** The changes as the request body takes them, one line per product and term. */
export function retailLines(changes: readonly CostChange[]): Line[] {
  const lines: Line[] = []
  for (const { module, term, kind, becomes } of changes) {
    let line = lines.find((one) => one.module === module && one.paymentTerm === term)
    if (!line) lines.push((line = { module, paymentTerm: term }))
    line[retailField(module, kind)] = becomes
  }
  return lines
}

/** Maps the server's field errors to the form's fields: `costs.0.price` becomes `Weekly.EnhanceCostperlead`. */
export const fieldsOfLines = (
  lines: readonly Line[],
  fields: Readonly<Record<string, string>>,
): Record<string, string> =>
  Object.fromEntries(
    Object.entries(fields).map(([name, message]) => {
      const [, index, field] = /^costs\.(\d+)\.(\w+)$/.exec(name) ?? []
      const line = index === undefined ? undefined : lines[Number(index)]
      const module = modules.find((one) => one === line?.module)
      const kind = module && costKindsOf(module).find((one) => retailField(module, one) === field)
      return [line && module && kind ? `${line.paymentTerm}.${costField(module, kind)}` : name, message]
    }),
  )

type RetailCostProps = { companyId: string; onDone?: () => void; onCancel?: () => void }

const nothing = (): void => undefined

/** What a client pays its agency, or the default of all of an agency's clients without custom prices (C050). */
export function RetailCost({ companyId, onDone = nothing, onCancel }: RetailCostProps) {
  const t = useT()
  const [part, setPart] = useState<string | null>('prices')
  const body = useRef<HTMLDivElement>(null)
  const call = useCall(readRetailCost, { params: { companyId } })
  const { answer, round, restart, reload } = useFilled(call)
  const save = useSaveRetail(companyId)
  if (call.error && !answer) return <FailureNote failure={call.error} onRetry={call.refetch} />
  if (!answer) return <Skeleton height={320} />
  return (
    <Tabs
      ref={body}
      value={part}
      onChange={(next) => void leaveForm(body.current, () => setPart(next))}
      keepMounted={false}
    >
      <Tabs.List mb="md">
        <Tabs.Tab value="prices">{t('Prices')}</Tabs.Tab>
        <Tabs.Tab value="limits">{t('Limits')}</Tabs.Tab>
      </Tabs.List>
      <Tabs.Panel value="prices">
        <Prices
          key={round}
          answer={answer}
          save={save}
          onDone={() => {
            restart()
            onDone()
          }}
          onReload={reload}
          onCancel={onCancel}
        />
      </Tabs.Panel>
      <Tabs.Panel value="limits">
        <p className={styles.note}>
          {t('The highest price applies to every campaign. Limit and days are defaults for new campaigns.')}
        </p>
        <RetailBounds
          companyId={companyId}
          bounds={answer.bounds}
          version={answer.version}
          round={round}
          firstTerm={answer.defaultTerm}
          onSaved={restart}
          onReload={reload}
          onCancel={onCancel}
        />
      </Tabs.Panel>
    </Tabs>
  )
}

type PricesProps = Pick<RetailCostProps, 'onDone' | 'onCancel'> & {
  answer: AnswerOf<typeof readRetailCost>
  save: SaveCosts
  onReload: () => void
}

function Prices({ answer, save, onDone = nothing, onReload, onCancel }: PricesProps) {
  const t = useT()
  return (
    <CostForm
      cost={answer.data}
      floor={{ cost: answer.agencyCost, of: 'every lead' }}
      comparison={{ wholesale: answer.agencyCost, defaults: answer.defaults }}
      firstTerm={answer.defaultTerm}
      marksFirst={answer.defaults !== null}
      consequence={t(
        'Campaigns without a custom price pay the new price for new leads. Existing leads keep their price.',
      )}
      save={save}
      version={answer.version}
      onDone={onDone}
      onReload={onReload}
      onCancel={onCancel}
    />
  )
}

function useSaveRetail(companyId: string): SaveCosts {
  const { mutateAsync } = useAction(setRetailCost, { invalidates: [readRetailCost] })
  return async (changes, version) => {
    const costs = retailLines(changes)
    try {
      return await mutateAsync({ body: { companyId, version, costs: costs as RetailLine[] } })
    } catch (error) {
      const failure = asFailure(error)
      throw new CallFailure({ ...failure, message: failure.message, fields: fieldsOfLines(costs, failure.fields) })
    }
  }
}
