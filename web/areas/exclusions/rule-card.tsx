import { Button, NumberInput } from '@mantine/core'
import { maxGraceDays, saveExclusionRule } from '#contract/exclusions/lists.ts'
import { useAction } from '../../api/hooks.ts'
import { useT } from '../../i18n/texts.tsx'
import { SubmitError } from '../../shells/failure-note.tsx'
import { notifyDone } from '../../shells/notify.tsx'
import { useServerForm } from '../../shells/server-form.ts'
import { TitledCard } from '../../ui/titled-card.tsx'
import styles from './exclusions.module.css'
import { listReads } from './use-list.ts'

/** The rule for crediting leads: everyone can read it, only the operator can change it. */
export function RuleCard({ graceDays, mayEdit }: { graceDays: number; mayEdit: boolean }) {
  const t = useT()
  return (
    <TitledCard title={t('Lead credits')}>
      <p className={styles.about}>
        {graceDays === 0
          ? t('Leads whose address is excluded later are not credited.')
          : t(
              '{days, plural, one {A lead whose address is excluded within a day of its capture is credited: to the client by the agency, to the agency by the platform.} other {A lead whose address is excluded within # days of its capture is credited: to the client by the agency, to the agency by the platform.}}',
              { days: graceDays },
            )}
      </p>
      {mayEdit && <RuleForm graceDays={graceDays} />}
    </TitledCard>
  )
}

function RuleForm({ graceDays }: { graceDays: number }) {
  const t = useT()
  const save = useAction(saveExclusionRule, { invalidates: listReads })
  const { form, formRef, onSubmit, submitError, submitting } = useServerForm({
    initialValues: { grace_days: graceDays as number | string },
    validate: { grace_days: (value) => (Number.isInteger(value) ? null : t('Enter a whole number.')) },
    send: ({ grace_days }) => save.mutateAsync({ body: { grace_days: Number(grace_days) } }),
    onDone: ({ message }: { message: string }) => notifyDone(t(message)),
  })
  return (
    <form ref={formRef} onSubmit={onSubmit} className={styles.rule} noValidate>
      <SubmitError failure={submitError} />
      <NumberInput
        label={t('Grace period in days')}
        description={t('Enter 0 to disable.')}
        min={0}
        max={maxGraceDays}
        allowDecimal={false}
        allowNegative={false}
        {...form.getInputProps('grace_days')}
      />
      <Button type="submit" loading={submitting}>
        {t('Save')}
      </Button>
    </form>
  )
}
