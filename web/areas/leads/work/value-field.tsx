import { useState } from 'react'
import type { LeadDetail } from '#contract/leads/lead.ts'
import { maxLeadValue_cents } from '#contract/leads/lead-task.ts'
import { useT } from '../../../i18n/texts.tsx'
import { MoneyInput } from '../../../shells/money-input.tsx'
import { notifyFailed } from '../../../shells/notify.tsx'
import styles from './lead-work.module.css'
import { useLeadChange } from './use-lead-change.ts'

const textOf = (value_cents: number | null): string => (value_cents === null ? '' : (value_cents / 100).toFixed(2))

/** What the lead may be worth to the client, saved when the field is left. */
export function ValueField({ lead }: { lead: LeadDetail }) {
  const t = useT()
  const change = useLeadChange(lead)
  const [text, setText] = useState(textOf(lead.value_cents))
  const save = (amount: string): void => {
    const value_cents = amount === '' ? null : Math.round(Number(amount) * 100)
    if (Number.isNaN(value_cents) || value_cents === lead.value_cents) return
    if (value_cents !== null && value_cents > maxLeadValue_cents) return
    change.mutate(
      { params: { id: lead.id }, body: { value_cents } },
      { onError: ({ message }) => notifyFailed(message) },
    )
  }
  return (
    <MoneyInput
      label={t('Value')}
      description={t('Your own estimate. Nothing is billed by it.')}
      className={styles.status}
      value={text}
      onChange={setText}
      onLeave={save}
      rule="amount"
      optional
    />
  )
}
