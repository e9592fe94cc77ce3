import { Checkbox, Skeleton } from '@mantine/core'
import type { ReactNode } from 'react'
import { getInvoice, type InvoiceLine } from '#contract/billing/invoices.ts'
import { centsFromText } from '#contract/core/money.ts'
import { useCall } from '../../api/hooks.ts'
import { useFormat } from '../../i18n/format.ts'
import { useT } from '../../i18n/texts.tsx'
import { FailureNote } from '../../shells/failure-note.tsx'
import { MoneyInput } from '../../shells/money-input.tsx'
import styles from './billing.module.css'
import { LineName } from './line-name.tsx'

/** Refund amounts as typed, by line number. */
export type LineParts = Readonly<Record<number, string>>

export const partsCents = (parts: LineParts): number =>
  Object.values(parts).reduce((sum, text) => sum + (centsFromText(text) ?? 0), 0)

export const chosenOf = (parts: LineParts): { line: number; amount: number }[] =>
  Object.entries(parts).map(([line, text]) => ({ line: Number(line), amount: (centsFromText(text) ?? 0) / 100 }))

type RefundLinesProps = {
  companyId: string
  invoiceId: string
  /** Amount of each line that can still be refunded, in cents. */
  left_cents: ReadonlyMap<number, number>
  parts: LineParts
  error: ReactNode
  onChange: (parts: LineParts) => void
}

/** Selects the lines of an invoice to refund, and how much of each. */
export function RefundLines({ companyId, invoiceId, left_cents, parts, error: problem, onChange }: RefundLinesProps) {
  const t = useT()
  const format = useFormat()
  const { data, error, refetch } = useCall(getInvoice, { params: { companyId, invoiceID: invoiceId } })
  if (error && !data) return <FailureNote failure={error} onRetry={refetch} />
  if (!data) return <Skeleton height="6rem" data-wide />
  const set = (line: number, text: string | null): void => {
    const { [line]: _was, ...others } = parts
    onChange(text === null ? others : { ...others, [line]: text })
  }
  return (
    <fieldset data-wide className={styles.choices}>
      <legend>{t('Lines to refund')}</legend>
      {data.data.lines.map((line) => (
        <RefundLine
          key={line.line}
          line={line}
          left_cents={left_cents.get(line.line) ?? 0}
          text={parts[line.line] ?? null}
          onChange={(text) => set(line.line, text)}
        />
      ))}
      <p className={styles.sum} aria-live="polite">
        <span>{t('Total')}</span>
        <span className={styles.amount}>{format.money(partsCents(parts))}</span>
      </p>
      {problem && (
        <p role="alert" className={styles.problem}>
          {problem}
        </p>
      )}
    </fieldset>
  )
}

type RefundLineProps = {
  line: InvoiceLine
  left_cents: number
  /** Null if the line is not selected. */
  text: string | null
  onChange: (text: string | null) => void
}

function RefundLine({ line, left_cents, text, onChange }: RefundLineProps) {
  const t = useT()
  const format = useFormat()
  const cents = text === null ? null : centsFromText(text)
  const problem =
    text === null
      ? null
      : cents === null || cents === 0
        ? t('Enter an amount in dollars and cents.')
        : cents > left_cents
          ? t('This is more than the refundable amount.')
          : null
  return (
    <div className={styles.choiceOfLine}>
      <Checkbox
        checked={text !== null}
        disabled={left_cents === 0}
        label={<LineName line={line} />}
        description={
          left_cents === 0 ? t('Nothing is left to refund.') : t('Up to {amount}', { amount: format.money(left_cents) })
        }
        onChange={(event) => onChange(event.currentTarget.checked ? (left_cents / 100).toFixed(2) : null)}
      />
      {text !== null && (
        <MoneyInput
          aria-label={t('Amount of line {line}', { line: format.number(line.line) })}
          rule="amount"
          value={text}
          error={problem}
          onChange={onChange}
        />
      )}
    </div>
  )
}
