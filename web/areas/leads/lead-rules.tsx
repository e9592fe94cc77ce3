import { Skeleton } from '@mantine/core'
import { IconCheck } from '@tabler/icons-react'
import type { LeadDetail, PassedRule } from '#contract/leads/lead.ts'
import { useFormat, type Format } from '../../i18n/format.ts'
import { isolate } from '../../i18n/isolate.ts'
import { useT, type Translate } from '../../i18n/texts.tsx'
import { TitledCard } from '../../ui/titled-card.tsx'
import styles from './lead-body.module.css'

/** The rules that the visit passed, each with the values compared. */
export function LeadRules({ lead }: { lead: LeadDetail | undefined }) {
  const t = useT()
  const format = useFormat()
  return (
    <TitledCard title={t('Rules it passed')}>
      {!lead && <Skeleton height={120} />}
      {lead && lead.rules.length === 0 && <p className={styles.quiet}>{t('A test lead passes no rules.')}</p>}
      <ol className={styles.rules}>
        {lead?.rules.map((rule) => (
          <li key={rule.stage} className={styles.rule}>
            <IconCheck size={16} stroke={2} className={styles.tick} aria-hidden />
            <div>
              <div>{t(rule.stage)}</div>
              {rule.detail && <div className={styles.quiet}>{sentenceOf(rule.detail, t, format)}</div>}
            </div>
          </li>
        ))}
      </ol>
    </TitledCard>
  )
}

/** Translates window names and formats dates in the user's language; other values stay as they are. */
function sentenceOf({ text, values }: NonNullable<PassedRule['detail']>, t: Translate, format: Format): string {
  const entries = Object.entries(values).map(([name, value]) => {
    if (typeof value === 'number')
      return [name, name.endsWith('_cents') ? isolate(format.money(value)) : format.number(value)]
    return [name, isolate(/^\d{4}-\d{2}-\d{2}$/.test(value) ? format.date(value) : t(value))]
  })
  return t(text, Object.fromEntries(entries))
}
