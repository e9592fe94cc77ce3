import { ActionIcon, Button, NumberInput, Select, Switch, TextInput } from '@mantine/core'
import { IconPlus, IconTrash } from '@tabler/icons-react'
import { useState } from 'react'
import {
  conditionFields,
  conditionOperators,
  maxConditions,
  needsValue,
  type Condition,
} from '#contract/integrations/conditions.ts'
import { listDestinations, type DestinationRow } from '#contract/integrations/destinations.ts'
import { saveRouting, tryConditions } from '#contract/integrations/routing.ts'
import { nameOfField } from '#contract/integrations/services.ts'
import { useAction } from '../../../api/hooks.ts'
import { msg, useT, type Text } from '../../../i18n/texts.tsx'
import { FormDialog } from '../../../shells/form-dialog.tsx'
import { notifyAndClose } from '../../../shells/notify.tsx'
import { useServerForm, type ServerForm } from '../../../shells/server-form.ts'
import styles from './destinations.module.css'

const operatorNames: Readonly<Record<Condition['operator'], Text>> = {
  present: msg('is filled in'),
  absent: msg('is empty'),
  equals: msg('is'),
  differs: msg('is not'),
  contains: msg('contains'),
}

type Values = { conditions: Condition[]; takesTurns: boolean; share: number | string; daily_cap: number | string }

/** Which of the campaign's new leads a destination gets. */
export function RoutingDialog({ destination, onClose }: { destination: DestinationRow; onClose: () => void }) {
  const t = useT()
  const save = useAction(saveRouting, { invalidates: [listDestinations] })
  const { id, conditions, share, daily_cap } = destination
  const server = useServerForm<Values, { message: string }>({
    initialValues: { conditions, takesTurns: share !== null, share: share ?? 1, daily_cap: daily_cap ?? '' },
    send: (values) =>
      save.mutateAsync({
        body: {
          destination_id: id,
          conditions: values.conditions.map((one) => ({ ...one, value: needsValue(one.operator) ? one.value : '' })),
          share: values.takesTurns ? Number(values.share) : null,
          daily_cap: values.daily_cap === '' ? null : Number(values.daily_cap),
        },
      }),
    onDone: notifyAndClose(onClose),
  })
  const { form } = server
  return (
    <FormDialog
      opened
      onClose={onClose}
      title={t('Which leads')}
      description={t('Applies to new leads. Those that are on their way stay where they are.')}
      form={server}
      submitLabel={t('Save rules')}
      size="lg"
    >
      <Conditions server={server} destinationId={id} />
      <Switch
        data-wide
        data-autofocus
        label={t('Takes turns with the campaign’s other destinations that take turns')}
        {...form.getInputProps('takesTurns', { type: 'checkbox' })}
      />
      {form.values.takesTurns && (
        <NumberInput
          label={t('Share')}
          description={t('2 gets twice as many leads as 1.')}
          min={1}
          max={100}
          allowDecimal={false}
          {...form.getInputProps('share')}
        />
      )}
      <NumberInput
        label={t('Most leads a day')}
        description={t('The others go to another one whose turn it may be, or are sent on the following days.')}
        placeholder={t('No limit')}
        min={1}
        max={100_000}
        allowDecimal={false}
        {...form.getInputProps('daily_cap')}
      />
    </FormDialog>
  )
}

type ConditionsProps = { server: ServerForm<Values>; destinationId: string }

function Conditions({ server: { form }, destinationId }: ConditionsProps) {
  const t = useT()
  const { conditions } = form.values
  const set = (all: Condition[]): void => form.setFieldValue('conditions', all)
  return (
    <fieldset data-wide className={styles.conditions}>
      <legend>{t('Only leads whose')}</legend>
      {conditions.map((one, at) => (
        <div key={at} className={styles.condition}>
          <Select
            aria-label={t('Lead field')}
            data={conditionFields.map((field) => ({ value: field, label: t(nameOfField(field) as Text) }))}
            allowDeselect={false}
            {...form.getInputProps(`conditions.${at}.field`)}
          />
          <Select
            aria-label={t('Condition')}
            data={conditionOperators.map((operator) => ({ value: operator, label: t(operatorNames[operator]) }))}
            allowDeselect={false}
            {...form.getInputProps(`conditions.${at}.operator`)}
          />
          <TextInput
            aria-label={t('Value')}
            maxLength={200}
            disabled={!needsValue(one.operator)}
            {...form.getInputProps(`conditions.${at}.value`)}
          />
          <ActionIcon
            size={36}
            aria-label={t('Remove condition {number}', { number: String(at + 1) })}
            onClick={() => set(conditions.filter((_one, index) => index !== at))}
          >
            <IconTrash size={17} stroke={1.75} />
          </ActionIcon>
        </div>
      ))}
      <div className={styles.conditionActs}>
        <Button
          variant="default"
          size="xs"
          leftSection={<IconPlus size={15} stroke={2} />}
          disabled={conditions.length >= maxConditions}
          onClick={() => set([...conditions, { field: 'state', operator: 'equals', value: '' }])}
        >
          {t('Add condition')}
        </Button>
        {conditions.length > 0 && <NewestLead conditions={conditions} destinationId={destinationId} />}
      </div>
    </fieldset>
  )
}

/** Says what the conditions would do with the newest lead. */
function NewestLead({ conditions, destinationId }: { conditions: Condition[]; destinationId: string }) {
  const t = useT()
  const [outcome, setOutcome] = useState<{ of: Condition[]; text: string } | null>(null)
  const attempt = useAction(tryConditions, { invalidates: [] })
  const ask = (): void =>
    attempt.mutate(
      { body: { destination_id: destinationId, conditions } },
      {
        onSuccess: ({ data: { fulfills } }) =>
          setOutcome({
            of: conditions,
            text:
              fulfills === null
                ? t('There is no lead yet.')
                : fulfills
                  ? t('The newest lead fulfills these conditions.')
                  : t('The newest lead doesn’t fulfill these conditions.'),
          }),
        onError: (failure) => setOutcome({ of: conditions, text: failure.message }),
      },
    )
  return (
    <>
      <Button variant="default" size="xs" loading={attempt.isPending} onClick={ask}>
        {t('Try on the newest lead')}
      </Button>
      <span role="status" className={styles.notes}>
        {outcome?.of === conditions && outcome.text}
      </span>
    </>
  )
}
