import type { AnswerOf } from '#contract/core/operation.ts'
import type { readShareRule } from '#contract/reclaims/rule.ts'
import { useT } from '../../i18n/texts.tsx'
import { useMe } from '../../session/me.ts'
import styles from './reclaims.module.css'

/** The limit in words, for the operator and for an agency. */
export function RuleText({ rule }: { rule: AnswerOf<typeof readShareRule>['data'] }) {
  const t = useT()
  const isOperator = useMe().side === 'root'
  if (!rule.is_limited)
    return (
      <p className={styles.quiet}>{t('Wholesale prices of credited leads and refunded payments come back at once.')}</p>
    )
  const values = { days: rule.within_days, share: rule.share_percent }
  return (
    <p className={styles.quiet}>
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
    </p>
  )
}
