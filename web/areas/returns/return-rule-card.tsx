import { Button, NumberInput, Skeleton, Switch } from '@mantine/core'
import { listReturns, readReturnRule, saveReturnRule } from '#contract/returns/returns.ts'
import type { AnswerOf } from '#contract/core/operation.ts'
import { useAction, useCall } from '../../api/hooks.ts'
import { msg, useT } from '../../i18n/texts.tsx'
import { useMe } from '../../session/me.ts'
import { FailureNote } from '../../shells/failure-note.tsx'
import { useFollowStored, useShownVersion } from '../../shells/follow-stored.ts'
import { FormProblem } from '../../shells/form-problem.tsx'
import { notifyDone } from '../../shells/notify.tsx'
import { useServerForm } from '../../shells/server-form.ts'
import { useReload } from '../../shells/use-reload.ts'
import { TitledCard } from '../../ui/titled-card.tsx'
import styles from './returns.module.css'

type Rule = AnswerOf<typeof readReturnRule>['data']
type Props = { companyId: string; mayEdit: boolean }

/** The rule for returning leads: for all clients of an agency, or for one client. */
export function ReturnRuleCard({ companyId, mayEdit }: Props) {
  const t = useT()
  const { data, error, refetch } = useCall(readReturnRule, { params: { companyId } })
  const { round, reload } = useReload(refetch)
  const rule = data?.data
  return (
    <TitledCard title={t('Return rule')}>
      {error && !rule && <FailureNote failure={error} onRetry={refetch} />}
      {!rule && !error && <Skeleton height="3rem" />}
      {rule && <About rule={rule} />}
      {rule && mayEdit && (
        <RuleForm key={`${companyId} ${round}`} companyId={companyId} rule={rule} onReload={reload} />
      )}
    </TitledCard>
  )
}

function About({ rule }: { rule: Rule }) {
  const t = useT()
  const values = { days: rule.window_days, share: rule.share_percent }
  return (
    <p className={styles.quiet}>
      {t(
        '{days, plural, one {A lead can be returned within a day of its capture, up to {share}% of a month’s leads.} other {A lead can be returned within # days of its capture, up to {share}% of a month’s leads.}}',
        values,
      )}{' '}
      {rule.accepts_itself
        ? t('Returns are accepted automatically.')
        : t('Returns are reviewed before they are accepted.')}{' '}
      {t('B2B ID leads can always be returned within 30 days, without a limit.')}
    </p>
  )
}

const fieldLabels = {
  window_days: msg('Days to return a lead'),
  share_percent: msg('Share of a month’s leads'),
  accepts_itself: msg('Accept returns without review'),
  follows_agency: msg('Same rule as for all clients'),
}

function RuleForm({ companyId, rule, onReload }: { companyId: string; rule: Rule; onReload: () => void }) {
  const t = useT()
  const me = useMe()
  const isOfClient = companyId !== me.companyId
  const save = useAction(saveReturnRule, { invalidates: [readReturnRule, listReturns] })
  const whole = (value: number | string) => (Number.isInteger(value) ? null : t('Enter a whole number.'))
  const stored = {
    window_days: rule.window_days as number | string,
    share_percent: rule.share_percent as number | string,
    accepts_itself: rule.accepts_itself,
    follows_agency: isOfClient && rule.follows_agency,
  }
  const shown = useShownVersion(rule.version)
  const server = useServerForm({
    initialValues: stored,
    validate: { window_days: whole, share_percent: whole },
    conflict: { onReload, labels: fieldLabels },
    send: (values, overwriting) =>
      save.mutateAsync({
        params: { companyId },
        body: {
          window_days: Number(values.window_days),
          share_percent: Number(values.share_percent),
          accepts_itself: values.accepts_itself,
          follows_agency: values.follows_agency,
          version: shown.of(overwriting),
        },
      }),
    onDone: (saved: { message: string; version: string }) => {
      shown.keep(saved)
      notifyDone(t(saved.message))
    },
  })
  const { form, formRef, onSubmit, submitting } = server
  useFollowStored(form, stored, { version: rule.version, shown })
  const isOwn = !form.values.follows_agency
  return (
    <form ref={formRef} onSubmit={onSubmit} className={styles.form} noValidate>
      <FormProblem form={server} />
      {isOfClient && (
        <Switch
          className={styles.switch}
          label={t('Same rule as for all clients')}
          {...form.getInputProps('follows_agency', { type: 'checkbox' })}
        />
      )}
      {isOwn && (
        <>
          <NumberInput
            label={t('Days to return a lead')}
            min={1}
            max={90}
            allowDecimal={false}
            allowNegative={false}
            {...form.getInputProps('window_days')}
          />
          <NumberInput
            label={t('Share of a month’s leads')}
            suffix="%"
            min={0}
            max={100}
            allowDecimal={false}
            allowNegative={false}
            {...form.getInputProps('share_percent')}
          />
          <Switch
            className={styles.switch}
            label={t('Accept returns without review')}
            {...form.getInputProps('accepts_itself', { type: 'checkbox' })}
          />
        </>
      )}
      <Button type="submit" loading={submitting}>
        {t('Save')}
      </Button>
    </form>
  )
}
