import { NumberInput, Switch } from '@mantine/core'
import { listReturns, readReturnRule, saveReturnRule } from '#contract/returns/returns.ts'
import type { AnswerOf } from '#contract/core/operation.ts'
import { useAction, useCall } from '../../api/hooks.ts'
import { msg, useT } from '../../i18n/texts.tsx'
import { useMe } from '../../session/me.ts'
import { RuleCard, RuleForm, useRuleForm } from '../../shells/rule-card.tsx'
import styles from './returns.module.css'

type Rule = AnswerOf<typeof readReturnRule>['data']
type Props = { companyId: string; mayEdit: boolean }

/** The rule for returning leads: for all clients of an agency, or for one client. */
export function ReturnRuleCard({ companyId, mayEdit }: Props) {
  const t = useT()
  return (
    <RuleCard
      title={t('Return rule')}
      call={useCall(readReturnRule, { params: { companyId } })}
      about={(rule) => <About rule={rule} />}
      form={
        mayEdit
          ? (rule, { round, onReload }) => (
              <ReturnRuleForm key={`${companyId} ${round}`} companyId={companyId} rule={rule} onReload={onReload} />
            )
          : null
      }
    />
  )
}

function About({ rule }: { rule: Rule }) {
  const t = useT()
  const values = { days: rule.window_days, share: rule.share_percent }
  return (
    <>
      {t(
        '{days, plural, one {A lead can be returned within a day of its capture, up to {share}% of a month’s leads.} other {A lead can be returned within # days of its capture, up to {share}% of a month’s leads.}}',
        values,
      )}{' '}
      {rule.accepts_itself
        ? t('Returns are accepted automatically.')
        : t('Returns are reviewed before they are accepted.')}{' '}
      {t('B2B ID leads can always be returned within 30 days, without a limit.')}
    </>
  )
}

const fieldLabels = {
  window_days: msg('Days to return a lead'),
  share_percent: msg('Share of a month’s leads'),
  accepts_itself: msg('Accept returns without review'),
  follows_agency: msg('Same rule as for all clients'),
}

function ReturnRuleForm({ companyId, rule, onReload }: { companyId: string; rule: Rule; onReload: () => void }) {
  const t = useT()
  const me = useMe()
  const isOfClient = companyId !== me.companyId
  const save = useAction(saveReturnRule, { invalidates: [readReturnRule, listReturns] })
  const requireInteger = (value: number | string) => (Number.isInteger(value) ? null : t('Enter a whole number.'))
  const values = {
    window_days: rule.window_days as number | string,
    share_percent: rule.share_percent as number | string,
    accepts_itself: rule.accepts_itself,
    follows_agency: isOfClient && rule.follows_agency,
  }
  const server = useRuleForm({
    version: rule.version,
    values,
    validate: { window_days: requireInteger, share_percent: requireInteger },
    labels: fieldLabels,
    onReload,
    save: ({ window_days, share_percent, ...switches }, version) =>
      save.mutateAsync({
        params: { companyId },
        body: { window_days: Number(window_days), share_percent: Number(share_percent), ...switches, version },
      }),
  })
  const { form } = server
  const isOwn = !form.values.follows_agency
  return (
    <RuleForm server={server}>
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
    </RuleForm>
  )
}
