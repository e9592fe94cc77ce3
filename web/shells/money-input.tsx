import { TextInput, type TextInputProps } from '@mantine/core'
import { useState, type ClipboardEvent } from 'react'
import { isolate } from '../i18n/isolate.ts'
import { useT } from '../i18n/texts.tsx'
import { amountOf, cleanPrice, eitherAmount, leaveAmount, leavePrice } from './price-text.ts'

export type MoneyInputProps = Omit<TextInputProps, 'value' | 'onChange' | 'onBlur' | 'type' | 'leftSection'> & {
  /** Dollars: a number in digits with a dot, or what was typed if it is none. */
  value: string
  onChange: (text: string) => void
  /** `price`: without any digit it becomes 0, no copy and paste (R223). `amount`: it is kept (R232 to R235). */
  rule: 'price' | 'amount'
  /** Four for the price of a single lead. */
  decimals?: 2 | 4
  /** An empty field stays empty. */
  optional?: boolean
  /** Called on blur, with the formatted text. */
  onLeave?: (text: string) => void
}

/** Price inputs allow neither copying nor pasting (R223). */
const refuse = (event: ClipboardEvent): void => event.preventDefault()

/**
 * The input for all dollar amounts. It shows what is typed and holds the number that it is; on blur it formats it. What
 * is no amount, or may be two, stays as it was typed and is reported: an amount never changes silently (decision 190).
 */
export function MoneyInput(props: MoneyInputProps) {
  const { value, onChange, rule, decimals = 2, optional = false, onLeave, error, ...rest } = props
  const t = useT()
  const [draft, setDraft] = useState<string | null>(null)
  const either = draft === null ? eitherAmount(value) : null
  const type = (text: string): void => {
    setDraft(text)
    onChange(amountOf(text))
  }
  const leave = (): void => {
    setDraft(null)
    const amount =
      optional && value.trim() === '' ? '' : rule === 'price' ? leavePrice(value, decimals) : leaveAmount(value)
    onChange(amount)
    onLeave?.(amount)
  }
  return (
    <TextInput
      inputMode="decimal"
      dir="ltr"
      autoComplete="off"
      // Longer than any amount: a text that is cut off would be another amount.
      maxLength={40}
      {...rest}
      error={
        either
          ? t('Enter {whole} or {decimal}, without a comma.', {
              whole: isolate(either[0]),
              decimal: isolate(either[1]),
            })
          : error
      }
      leftSection="$"
      // The form may have changed the value since, for example to start over.
      value={draft !== null && amountOf(draft) === value ? draft : value}
      onChange={(event) => type(cleanPrice(event.currentTarget.value))}
      onBlur={rest.readOnly ? undefined : leave}
      {...(rule === 'price' && { onCopy: refuse, onCut: refuse, onPaste: refuse })}
    />
  )
}
