import { TextInput } from '@mantine/core'
import type { ReactNode } from 'react'
import { cleanPrice, formatPrice } from '../campaigns/setup/price-text.ts'

type AmountInputProps = {
  label: string
  description?: ReactNode
  value: string
  onChange: (text: string) => void
  error?: ReactNode
  disabled?: boolean
}

/** A sum of money as its field shows it when it is left: two decimals; what is no number becomes 0 (R223). */
const leftAmount = (text: string): string => formatPrice(text.replace(/(\.\d{2})\d+$/, '$1'))

/** Dollars, typed with digits and one dot. */
export function AmountInput({ value, onChange, ...props }: AmountInputProps) {
  return (
    <TextInput
      {...props}
      leftSection="$"
      inputMode="decimal"
      dir="ltr"
      autoComplete="off"
      maxLength={8}
      value={value}
      onChange={(event) => onChange(cleanPrice(event.currentTarget.value))}
      onBlur={() => onChange(leftAmount(value))}
    />
  )
}
