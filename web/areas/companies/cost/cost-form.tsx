import { Button, Tabs } from '@mantine/core'
import { useState } from 'react'
import { readSetting, saveSetting } from '#contract/branding/settings.ts'
import { modules } from '#contract/campaigns/modules.ts'
import { costKindsOf, type ShownCost } from '#contract/pricing/cost.ts'
import { paymentTerms, type PaymentTerm } from '#contract/tenants/selections.ts'
import { asFailure } from '../../../api/failure.ts'
import { useAction } from '../../../api/hooks.ts'
import { useT } from '../../../i18n/texts.tsx'
import { brand } from '../../../session/boot.ts'
import { DialogFooter } from '../../../shells/dialog-footer.tsx'
import { SubmitError } from '../../../shells/failure-note.tsx'
import { notifyDone } from '../../../shells/notify.tsx'
import { useServerForm, type ServerForm } from '../../../shells/server-form.ts'
import { termTexts } from '../company-form.ts'
import { CostInput } from './cost-field.tsx'
import { CostReview } from './cost-review.tsx'
import styles from './cost.module.css'
import { changesOf, valuesOf, type CostValues } from './cost-values.ts'

type CostFormProps = {
  companyId: string
  cost: ShownCost
  rootCost: ShownCost
  firstTerm: PaymentTerm
  onClose: () => void
}

/** Prices by payment term; what changes is shown before it is saved. */
export function CostForm({ companyId, cost, rootCost, firstTerm, onClose }: CostFormProps) {
  const t = useT()
  const [term, setTerm] = useState<PaymentTerm>(firstTerm)
  const [isReviewing, setReviewing] = useState(false)
  const save = useSaveCost(companyId, cost)
  const server = useServerForm({
    initialValues: valuesOf(cost),
    send: (values) =>
      save(values).catch((thrown: unknown) => {
        setReviewing(false)
        setTerm((open) => termOfFailure(thrown) ?? open)
        throw thrown
      }),
    onDone: ({ message }) => {
      notifyDone(t(message))
      onClose()
    },
  })
  const { form, formRef, onSubmit, submitting, submitError } = server
  const changes = changesOf(cost, form.values)
  return (
    <form
      ref={formRef}
      noValidate
      onSubmit={(event) => {
        if (isReviewing) return onSubmit(event)
        event.preventDefault()
        if (changes.length > 0) setReviewing(true)
      }}
    >
      {isReviewing ? (
        <CostReview changes={changes} />
      ) : (
        <TermTabs server={server} rootCost={rootCost} term={term} onTerm={setTerm} />
      )}
      <DialogFooter>
        <SubmitError failure={submitError} />
        <Button variant="default" disabled={submitting} onClick={isReviewing ? () => setReviewing(false) : onClose}>
          {isReviewing ? t('Back') : t('Cancel')}
        </Button>
        <Button type="submit" key={String(isReviewing)} disabled={changes.length === 0} loading={submitting}>
          {isReviewing ? t('Save costs') : t('Review changes')}
        </Button>
      </DialogFooter>
    </form>
  )
}

/** Sends what changed alone, so that what somebody else changes meanwhile stays. */
function useSaveCost(companyId: string, cost: ShownCost) {
  const { mutateAsync } = useAction(saveSetting, { invalidates: [readSetting] })
  return (values: CostValues) => {
    const prices: { [Term in PaymentTerm]?: Record<string, number> } = {}
    for (const { term, field, becomes } of changesOf(cost, values)) prices[term] = { ...prices[term], [field]: becomes }
    return mutateAsync({ body: { companyID: companyId, settingname: 'costagency', actiontype: 'save', ...prices } })
  }
}

const termOfFailure = (thrown: unknown): PaymentTerm | undefined =>
  paymentTerms.find((term) => Object.keys(asFailure(thrown).fields).some((field) => field.startsWith(`${term}.`)))

type TermTabsProps = {
  server: ServerForm<CostValues>
  rootCost: ShownCost
  term: PaymentTerm
  onTerm: (term: PaymentTerm) => void
}

function TermTabs({ server, rootCost, term, onTerm }: TermTabsProps) {
  const t = useT()
  return (
    <Tabs value={term} onChange={(next) => onTerm(next as PaymentTerm)} keepMounted={false}>
      <Tabs.List mb="md">
        {paymentTerms.map((one) => (
          <Tabs.Tab key={one} value={one}>
            {t(termTexts[one])}
          </Tabs.Tab>
        ))}
      </Tabs.List>
      {paymentTerms.map((one) => (
        <Tabs.Panel key={one} value={one} className={styles.products}>
          {modules.map((module) => (
            <fieldset key={module} className={styles.product}>
              <legend>
                <bdi>{brand().modules[module].name}</bdi>
              </legend>
              {costKindsOf(module).map((kind) => (
                <CostInput key={kind} server={server} rootCost={rootCost} term={one} module={module} kind={kind} />
              ))}
            </fieldset>
          ))}
        </Tabs.Panel>
      ))}
    </Tabs>
  )
}
