import { Button, NumberInput, Skeleton, Switch } from '@mantine/core'
import type { AnswerOf } from '#contract/core/operation.ts'
import { readShareRule, saveShareRule } from '#contract/reclaims/rule.ts'
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
import { reclaimReads } from './reclaim-reads.ts'
import styles from './reclaims.module.css'
import { RuleText } from './rule-text.tsx'

type Rule = AnswerOf<typeof readShareRule>['data']

/** How much of the operator's share may come back without being asked: to all agencies, or to one. */
export function ShareRuleCard({ companyId }: { companyId: string }) {
  const t = useT()
  const me = useMe()
  const { data, error, refetch } = useCall(readShareRule, { params: { companyId } })
  const { round, reload } = useReload(refetch)
  const rule = data?.data
  return (
    <TitledCard title={t('Limit of returned share')}>
      {error && !rule && <FailureNote failure={error} onRetry={refetch} />}
      {!rule && !error && <Skeleton height="3rem" />}
      {rule && <RuleText rule={rule} />}
      {rule && me.side === 'root' && me.may('settings.update') && (
        <RuleForm key={`${companyId} ${round}`} companyId={companyId} rule={rule} onReload={reload} />
      )}
    </TitledCard>
  )
}

/** The limit for all agencies that have none of their own, in the operator's settings. */
export function ShareRuleSection({ company }: { company: { companyId: string } }) {
  return <ShareRuleCard companyId={company.companyId} />
}

const fieldLabels = {
  is_limited: msg('Limit what comes back by itself'),
  share_percent: msg('Share of the month’s cost'),
  within_days: msg('Days after the lead'),
  follows_default: msg('Same limit as for all agencies'),
}

function RuleForm({ companyId, rule, onReload }: { companyId: string; rule: Rule; onReload: () => void }) {
  const t = useT()
  const me = useMe()
  const isOfAgency = companyId !== me.companyId
  const save = useAction(saveShareRule, { invalidates: [readShareRule, ...reclaimReads] })
  const whole = (most: number) => (value: number | string) =>
    !Number.isInteger(value)
      ? t('Enter a whole number.')
      : Number(value) > most
        ? t('Enter {n} or less.', { n: most })
        : null
  const stored = {
    is_limited: rule.is_limited,
    share_percent: rule.share_percent as number | string,
    within_days: rule.within_days as number | string,
    follows_default: isOfAgency && rule.follows_default,
  }
  const shown = useShownVersion(rule.version)
  const server = useServerForm({
    initialValues: stored,
    validate: { share_percent: whole(100), within_days: whole(365) },
    conflict: { onReload, labels: fieldLabels },
    send: (values, overwriting) =>
      save.mutateAsync({
        params: { companyId },
        body: {
          is_limited: values.is_limited,
          share_percent: Number(values.share_percent),
          within_days: Number(values.within_days),
          follows_default: values.follows_default,
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
  const isOwn = !form.values.follows_default
  const switchOf = (name: 'follows_default' | 'is_limited') => (
    <Switch
      className={styles.switch}
      label={t(fieldLabels[name])}
      {...form.getInputProps(name, { type: 'checkbox' })}
    />
  )
  const numberOf = (name: 'share_percent' | 'within_days', most: number, suffix = '') => (
    <NumberInput
      label={t(fieldLabels[name])}
      suffix={suffix}
      min={0}
      max={most}
      clampBehavior="none"
      allowDecimal={false}
      allowNegative={false}
      {...form.getInputProps(name)}
    />
  )
  return (
    <form ref={formRef} onSubmit={onSubmit} className={styles.form} noValidate>
      <FormProblem form={server} />
      {isOfAgency && switchOf('follows_default')}
      {isOwn && switchOf('is_limited')}
      {isOwn && form.values.is_limited && (
        <>
          {numberOf('share_percent', 100, '%')}
          {numberOf('within_days', 365)}
        </>
      )}
      <Button type="submit" loading={submitting}>
        {t('Save')}
      </Button>
    </form>
  )
}
