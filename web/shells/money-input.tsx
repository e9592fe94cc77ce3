import { TextInput, type TextInputProps } from '@mantine/core'
import type { ClipboardEvent } from 'react'
import { cleanPrice, leaveAmount, leavePrice } from './price-text.ts'

export type MoneyInputProps = Omit<TextInputProps, 'value' | 'onChange' | 'onBlur' | 'type' | 'leftSection'> & {
  /** Dollars as they were typed. */
  value: string
  onChange: (text: string) => void
  /**
   * `price`: digits and one dot, anything else becomes 0, no copying and pasting (R223). `amount`: the input stays and is
   * reported if it is wrong (R232 to R235).
   */
  rule: 'price' | 'amount'
  /** Four for what one lead costs. */
  decimals?: 2 | 4
  /** Left empty it stays empty. */
  optional?: boolean
  /** After the field has taken its shape. */
  onLeave?: (text: string) => void
}

/** Price inputs take no pasted text and give none away (R223). */
const refuse = (event: ClipboardEvent): void => event.preventDefault()

/** The one field for dollars: what is left in it is shown as money, or refused by a sentence, and never turned into 0 unseen. */
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
