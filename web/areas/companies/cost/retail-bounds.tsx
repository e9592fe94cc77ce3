import { Button, Select, TextInput } from '@mantine/core'
import { useRef, useState } from 'react'
import { modules, type Module } from '#contract/campaigns/modules.ts'
import { costFromText } from '#contract/pricing/cost.ts'
import { readRetailCost, setRetailCost, type ShownBounds } from '#contract/pricing/retail.ts'
import { paymentTerms, type PaymentTerm } from '#contract/companies/selections.ts'
import { useAction } from '../../../api/hooks.ts'
import { useT, type Translate } from '../../../i18n/texts.tsx'
import { brand } from '../../../session/boot.ts'
import { EditableFields, maySaveSettings } from '../../../shells/editable-fields.tsx'
import { useMe } from '../../../session/me.ts'
import { DialogFooter } from '../../../shells/dialog-footer.tsx'
import { FormProblem } from '../../../shells/form-problem.tsx'
import { notifyDone } from '../../../shells/notify.tsx'
import { useServerForm, type ServerForm } from '../../../shells/server-form.ts'
import { leaveForm } from '../../../shells/unsaved.ts'
import { LeadCount, periodsOf } from '../../campaigns/setup/limit-section.tsx'
import { AmountField } from '../../../shells/amount-field.tsx'
import { textOfPrice } from '../../../shells/price-text.ts'
import { termTexts } from '../company-form.ts'
import { priceRefused } from './cost-field.tsx'
import { costLabels } from './cost-texts.ts'
import styles from './cost.module.css'

type Bounds = ShownBounds[PaymentTerm][Module]
type Place = { term: PaymentTerm; module: Module }

const valuesOf = (bounds: Bounds) => ({
  max: bounds.maxPrice === 0 ? '' : textOfPrice(bounds.maxPrice),
  limit: bounds.leadLimit === 0 ? '' : String(bounds.leadLimit),
  period: bounds.limitPeriod,
  start: bounds.firstDay,
  end: bounds.lastDay,
})
type Values = ReturnType<typeof valuesOf>

const fieldNames = {
  'costs.0.maxPrice': 'max',
  'costs.0.leadLimit': 'limit',
  'costs.0.limitPeriod': 'period',
  'costs.0.firstDay': 'start',
  'costs.0.lastDay': 'end',
} as const satisfies Record<string, keyof Values>

type Saved = {
  companyId: string
  /** The version that was read, for detecting conflicts. */
  version: string
  onSaved: () => void
  /** Reloads the stored values. */
  onReload: () => void
  onCancel?: (() => void) | undefined
}
type RetailBoundsProps = Saved & {
  bounds: ShownBounds
  /** Changes when the form starts over from the stored values. */
  round: number
  firstTerm: PaymentTerm
}

/** Bounds of a client's campaigns: the maximum price of a lead, and the default limit and days of new campaigns. */
export function RetailBounds({ bounds, round, firstTerm, ...rest }: RetailBoundsProps) {
  const t = useT()
  const [place, setPlace] = useState<Place>({ term: firstTerm, module: modules[0] })
  const body = useRef<HTMLDivElement>(null)
  // Each product and payment term has a form of its own.
  const go = (next: Partial<Place>): void => void leaveForm(body.current, () => setPlace({ ...place, ...next }))
  return (
    <div ref={body}>
      <div className={styles.place}>
        <Select
          label={t('Product')}
          data={modules.map((module) => ({ value: module, label: brand().modules[module].name }))}
          allowDeselect={false}
          value={place.module}
          onChange={(module) => go({ module: module as Module })}
        />
        <Select
          label={t('Payment term')}
          data={paymentTerms.map((term) => ({ value: term, label: t(termTexts[term]) }))}
          allowDeselect={false}
          value={place.term}
          onChange={(term) => go({ term: term as PaymentTerm })}
        />
      </div>
      <BoundsForm
        key={`${round} ${place.term} ${place.module}`}
        {...rest}
        place={place}
        bounds={bounds[place.term][place.module]}
      />
    </div>
  )
}

type BoundsFormProps = Saved & { place: Place; bounds: Bounds }

function BoundsForm({ companyId, version, place, bounds, onSaved, onReload, onCancel }: BoundsFormProps) {
  const t = useT()
  const save = useAction(setRetailCost, { invalidates: [readRetailCost] })
  const server = useServerForm<Values, { message: string }>({
    initialValues: valuesOf(bounds),
    validate: {
      max: (max: string) => maxProblem(t, max),
      limit: (limit: string) =>
        limit === '' || /^[1-9]\d{0,6}$/.test(limit) ? null : t('Enter a number of leads from 1 to 1,000,000.'),
      end: (end: string, { start }: Values) =>
        end && start && end < start ? t('The end date is before the start date.') : null,
    },
    fieldNames,
    conflict: { onReload, labels: costLabels },
    send: ({ max, limit, period, start, end }, overwriting) =>
      save.mutateAsync({
        body: {
          companyId,
          version: String(overwriting ?? version),
          costs: [
            {
              module: place.module,
              paymentTerm: place.term,
              maxPrice: max === '' ? 0 : Number(max),
              leadLimit: limit === '' ? 0 : Number(limit),
              limitPeriod: period,
              firstDay: start,
              lastDay: end,
            },
          ],
        },
      }),
    onDone: ({ message }) => {
      notifyDone(t(message))
      onSaved()
    },
  })
  const { formRef, onSubmit, submitting, form } = server
  const maySave = maySaveSettings(useMe())
  return (
    <form ref={formRef} onSubmit={onSubmit} noValidate>
      <EditableFields>
        <div className={styles.bounds}>
          <BoundFields server={server} />
        </div>
      </EditableFields>
      <DialogFooter>
        <FormProblem form={server} />
        {onCancel && (
          <Button variant="default" disabled={submitting} onClick={() => void leaveForm(formRef.current, onCancel)}>
            {t('Cancel')}
          </Button>
        )}
        {maySave && (
          <Button type="submit" disabled={!form.isDirty()} loading={submitting}>
            {t('Save limits')}
          </Button>
        )}
      </DialogFooter>
    </form>
  )
}

const maxProblem = (t: Translate, max: string): string | null =>
  max === '' || costFromText('leadPrice', max) !== null ? null : priceRefused(t, 'leadPrice')

function BoundFields({ server: { form } }: { server: ServerForm<Values> }) {
  const t = useT()
  const { limit } = form.values
  return (
    <>
      <AmountField
        form={form}
        name="max"
        label={t('Highest price per lead')}
        placeholder={t('No limit')}
        rule="price"
        decimals={4}
        optional
      />
      <LeadCount
        label={t('Maximum leads of a new campaign')}
        placeholder={t('Default')}
        {...form.getInputProps('limit')}
        onChange={(value) => form.setFieldValue('limit', value)}
      />
      <Select
        label={t('Counted')}
        data={periodsOf(t)}
        allowDeselect={false}
        disabled={limit === ''}
        {...form.getInputProps('period')}
      />
      <TextInput type="date" label={t('First day of new campaigns')} {...form.getInputProps('start')} />
      <TextInput
        type="date"
        label={t('Last day of new campaigns')}
        min={form.values.start}
        {...form.getInputProps('end')}
      />
    </>
  )
}
