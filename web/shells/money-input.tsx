import { TextInput, type TextInputProps } from '@mantine/core'
import type { ClipboardEvent } from 'react'
import { cleanPrice, leaveAmount, leavePrice } from './price-text.ts'

export type MoneyInputProps = Omit<TextInputProps, 'value' | 'onChange' | 'onBlur' | 'type' | 'leftSection'> & {
  /** Dollars, as typed. */
  value: string
  onChange: (text: string) => void
  /**
   * `price`: digits and one dot, anything else becomes 0, no copy and paste (R223). `amount`: the input is kept and
   * reported if it is invalid (R232 to R235).
   */
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

/** The input for all dollar amounts. On blur it formats the value or reports it; it never silently becomes 0. */
export function MoneyInput(props: MoneyInputProps) {
  const { value, onChange, rule, decimals = 2, optional = false, onLeave, ...rest } = props
  const leave = (): void => {
    const left =
      optional && value.trim() === '' ? '' : rule === 'price' ? leavePrice(value, decimals) : leaveAmount(value)
    onChange(left)
    onLeave?.(left)
  }
  return (
    <TextInput
      inputMode="decimal"
      dir="ltr"
      autoComplete="off"
      maxLength={12}
      {...rest}
      leftSection="$"
      value={value}
      onChange={(event) =>
        onChange(rule === 'price' ? cleanPrice(event.currentTarget.value) : event.currentTarget.value)
      }
      onBlur={rest.readOnly ? undefined : leave}
      {...(rule === 'price' && { onCopy: refuse, onCut: refuse, onPaste: refuse })}
    />
  )
}
