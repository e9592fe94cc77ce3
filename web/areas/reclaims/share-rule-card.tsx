import { NumberInput, Switch } from '@mantine/core'
import type { AnswerOf } from '#contract/core/operation.ts'
import { readShareRule, saveShareRule } from '#contract/reclaims/rule.ts'
import { useAction, useCall } from '../../api/hooks.ts'
import { msg, useT } from '../../i18n/texts.tsx'
import { useMe } from '../../session/me.ts'
import { RuleCard, RuleForm, useRuleForm } from '../../shells/rule-card.tsx'
import { reclaimReads } from './reclaim-reads.ts'
import styles from './reclaims.module.css'

type Rule = AnswerOf<typeof readShareRule>['data']

/** How much of the operator's share may come back without being asked: to all agencies, or to one. */
export function ShareRuleCard({ companyId }: { companyId: string }) {
  const t = useT()
  const me = useMe()
  const mayEdit = me.side === 'root' && me.may('settings.update')
  return (
    <RuleCard
      title={t('Limit of returned share')}
      call={useCall(readShareRule, { params: { companyId } })}
      about={(rule) => <RuleText rule={rule} />}
      form={
        mayEdit
          ? (rule, { round, onReload }) => (
              <ShareRuleForm key={`${companyId} ${round}`} companyId={companyId} rule={rule} onReload={onReload} />
            )
          : null
      }
    />
  )
}

/** The limit for all agencies that have none of their own, in the operator's settings. */
export function ShareRuleSection({ company }: { company: { companyId: string } }) {
  return <ShareRuleCard companyId={company.companyId} />
}

/** The limit in words, for the operator and for an agency. */
function RuleText({ rule }: { rule: Rule }) {
  const t = useT()
  const isOperator = useMe().side === 'root'
  if (!rule.is_limited) return <>{t('Wholesale prices of credited leads and refunded payments come back at once.')}</>
  const values = { days: rule.within_days, share: rule.share_percent }
  return (
    <>
      {t(
        '{days, plural, one {Within a day of the lead, up to {share}% of a month’s wholesale cost comes back at once: of this month’s so far or of last month’s, whichever is more.} other {Within # days of the lead, up to {share}% of a month’s wholesale cost comes back at once: of this month’s so far or of last month’s, whichever is more.}}',
        values,
      )}{' '}
      {isOperator
        ? t('Anything beyond that waits for your decision; the agency’s clients get their credits and refunds anyway.')
        : t(
            'Anything beyond that waits for the platform operator; your clients get their credits and refunds anyway.',
          )}{' '}
      {isOperator && rule.is_usual && t('This is the default: nobody has set a limit yet.')}
    </>
  )
}

const fieldLabels = {
  is_limited: msg('Limit what comes back by itself'),
  share_percent: msg('Share of the month’s cost'),
  within_days: msg('Days after the lead'),
  follows_default: msg('Same limit as for all agencies'),
}

function ShareRuleForm({ companyId, rule, onReload }: { companyId: string; rule: Rule; onReload: () => void }) {
  const t = useT()
  const me = useMe()
  const isOfAgency = companyId !== me.companyId
  const save = useAction(saveShareRule, { invalidates: [readShareRule, ...reclaimReads] })
  const integerUpTo = (most: number) => (value: number | string) =>
    !Number.isInteger(value)
      ? t('Enter a whole number.')
      : Number(value) > most
        ? t('Enter {n} or less.', { n: most })
        : null
  const values = {
    is_limited: rule.is_limited,
    share_percent: rule.share_percent as number | string,
    within_days: rule.within_days as number | string,
    follows_default: isOfAgency && rule.follows_default,
  }
  const server = useRuleForm({
    version: rule.version,
    values,
    validate: { share_percent: integerUpTo(100), within_days: integerUpTo(365) },
    labels: fieldLabels,
    onReload,
    save: ({ share_percent, within_days, ...switches }, version) =>
      save.mutateAsync({
        params: { companyId },
        body: { share_percent: Number(share_percent), within_days: Number(within_days), ...switches, version },
      }),
  })
  const { form } = server
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
    <RuleForm server={server}>
      {isOfAgency && switchOf('follows_default')}
      {isOwn && switchOf('is_limited')}
      {isOwn && form.values.is_limited && (
        <>
          {numberOf('share_percent', 100, '%')}
          {numberOf('within_days', 365)}
        </>
      )}
    </RuleForm>
  )
}
