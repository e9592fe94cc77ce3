import { Button, Tabs } from '@mantine/core'
import { useEffect, useState } from 'react'
import { modules } from '#contract/campaigns/modules.ts'
import { paymentTerms, type PaymentTerm } from '#contract/companies/selections.ts'
import { costKindsOf, type ShownCost } from '#contract/pricing/cost.ts'
import { asFailure } from '../../../api/failure.ts'
import { useFormat } from '../../../i18n/format.ts'
import { isolate } from '../../../i18n/isolate.ts'
import { useT } from '../../../i18n/texts.tsx'
import { brand } from '../../../session/boot.ts'
import { useMe } from '../../../session/me.ts'
import { DialogFooter } from '../../../shells/dialog-footer.tsx'
import { EditableFields, maySaveSettings } from '../../../shells/editable-fields.tsx'
import { FormProblem } from '../../../shells/form-problem.tsx'
import { StatusBadge } from '../../../shells/status-badge.tsx'
import { notifyDone } from '../../../shells/notify.tsx'
import { useServerForm, type ServerForm } from '../../../shells/server-form.ts'
import { leaveForm } from '../../../shells/unsaved.ts'
import { termTexts } from '../company-form.ts'
import { CostInput, priceRefused } from './cost-field.tsx'
import { costLabels, kindTexts } from './cost-texts.ts'
import {
  changesOf,
  costProblems,
  valuesOf,
  type Comparison,
  type CostChange,
  type CostValues,
  type Floor,
} from './cost-values.ts'
import styles from './cost.module.css'

export type SaveCosts = (changes: readonly CostChange[], version: string | undefined) => Promise<{ message: string }>

type CostFormProps = {
  cost: ShownCost
  floor: Floor
  /** Shown beside each price. */
  comparison?: Comparison
  firstTerm: PaymentTerm
  /** The first term is the one that the company uses, so it is marked. */
  marksFirst?: boolean
  /** What the new prices mean for campaigns. */
  consequence: string
  /** Sends only what changed, so that concurrent changes to other prices are kept. */
  save: SaveCosts
  /** The version that was read, for detecting conflicts. */
  version: string | undefined
  onDone: () => void
  /** Reloads the stored values. */
  onReload: () => void
  /** Absent on a page, which users leave by navigating away. */
  onCancel?: () => void
}

/** Prices by payment term; changes are reviewed before they are saved. */
export function CostForm(props: CostFormProps) {
  const { cost, firstTerm, consequence, save, version, onDone, onReload, onCancel } = props
  const t = useT()
  const [term, setTerm] = useState<PaymentTerm>(firstTerm)
  const [isReviewing, setReviewing] = useState(false)
  const server = useServerForm({
    initialValues: valuesOf(cost),
    conflict: { onReload, labels: costLabels },
    send: (values, overwriting) =>
      save(changesOf(cost, values), overwriting === undefined ? version : String(overwriting)).catch(
        (error: unknown) => {
          setReviewing(false)
          setTerm((open) => termOfFailure(error) ?? open)
          throw error
        },
      ),
    onDone: ({ message }) => {
      notifyDone(t(message))
      setReviewing(false)
      onDone()
    },
  })
  const { form, formRef, onSubmit, submitting } = server
  const isInDialog = onCancel !== undefined
  // The dialog sets its focus before the prices are read, or just after when they are known already.
  useEffect(() => {
    const first = isInDialog ? formRef.current?.querySelector('input') : null
    first?.setAttribute('data-autofocus', '')
    first?.focus()
  }, [isInDialog, formRef])
  const maySave = maySaveSettings(useMe())
  const changes = changesOf(cost, form.values)
  const goBack = (): void => {
    if (isReviewing) setReviewing(false)
    else if (onCancel) void leaveForm(formRef.current, onCancel)
  }
  return (
    <form
      ref={formRef}
      noValidate
      onSubmit={(event) => {
        if (isReviewing) return onSubmit(event)
        event.preventDefault()
        const problems = costProblems(form.values)
        for (const { path, kind } of problems) form.setFieldError(path, priceRefused(t, kind))
        if (problems[0]) setTerm(problems[0].term)
        else if (changes.length > 0) setReviewing(true)
      }}
    >
      {isReviewing ? (
        <CostReview changes={changes} consequence={consequence} />
      ) : (
        <TermTabs {...props} server={server} term={term} onTerm={setTerm} />
      )}
      <DialogFooter>
        <FormProblem form={server} />
        {(isReviewing || onCancel) && (
          <Button variant="default" disabled={submitting} onClick={goBack}>
            {isReviewing ? t('Back') : t('Cancel')}
          </Button>
        )}
        {maySave && (
          <Button type="submit" key={String(isReviewing)} disabled={changes.length === 0} loading={submitting}>
            {isReviewing ? t('Save costs') : t('Review changes')}
          </Button>
        )}
      </DialogFooter>
    </form>
  )
}

const termOfFailure = (error: unknown): PaymentTerm | undefined =>
  paymentTerms.find((term) => Object.keys(asFailure(error).fields).some((field) => field.startsWith(`${term}.`)))

type TermTabsProps = Pick<CostFormProps, 'floor' | 'comparison' | 'firstTerm' | 'marksFirst'> & {
  server: ServerForm<CostValues>
  term: PaymentTerm
  onTerm: (term: PaymentTerm) => void
}

function TermTabs({ server, floor, comparison, firstTerm, marksFirst = false, term, onTerm }: TermTabsProps) {
  const t = useT()
  const terms = marksFirst ? [firstTerm, ...paymentTerms.filter((one) => one !== firstTerm)] : paymentTerms
  return (
    <Tabs value={term} onChange={(next) => onTerm(next as PaymentTerm)} keepMounted={false}>
      <Tabs.List mb="md">
        {terms.map((one) => (
          <Tabs.Tab
            key={one}
            value={one}
            rightSection={marksFirst && one === firstTerm && <StatusBadge tone="info">{t('In use')}</StatusBadge>}
          >
            {t(termTexts[one])}
          </Tabs.Tab>
        ))}
      </Tabs.List>
      {terms.map((one) => (
        <Tabs.Panel key={one} value={one} className={styles.products}>
          <EditableFields>
            {modules.map((module) => (
              <fieldset key={module} className={styles.product}>
                <legend>
                  <bdi>{brand().modules[module].name}</bdi>
                </legend>
                {costKindsOf(module).map((kind) => (
                  <CostInput
                    key={kind}
                    server={server}
                    floor={floor}
                    comparison={comparison}
                    term={one}
                    module={module}
                    kind={kind}
                  />
                ))}
              </fieldset>
            ))}
          </EditableFields>
        </Tabs.Panel>
      ))}
    </Tabs>
  )
}

/** The pending changes, shown for review before saving. */
function CostReview({ changes, consequence }: { changes: readonly CostChange[]; consequence: string }) {
  const t = useT()
  const format = useFormat()
  const price = (dollars: number): string => isolate(format.price(Math.round(dollars * 10_000)))
  return (
    <>
      <p className={styles.note}>{consequence}</p>
      <ul className={styles.changes} aria-label={t('What changes')}>
        {changes.map(({ term, module, kind, field, was, becomes }) => (
          <li key={`${term} ${field}`}>
            <span>
              {t('{price} of {product} ({term})', {
                term: t(termTexts[term]),
                product: isolate(brand().modules[module].name),
                price: t(kindTexts[kind]),
              })}
            </span>
            <span className={styles.change}>{t('{old} → {new}', { old: price(was), new: price(becomes) })}</span>
          </li>
        ))}
      </ul>
    </>
  )
}
