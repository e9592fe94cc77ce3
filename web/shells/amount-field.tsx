import type { GetInputPropsReturnType } from '@mantine/form'
import { MoneyInput, type MoneyInputProps } from './money-input.tsx'

/** The parts of a form that the field uses. */
type AmountForm = {
  getInputProps(path: string): GetInputPropsReturnType
  setFieldValue(path: string, text: string): void
  validateField(path: string): unknown
}

type AmountFieldProps = Omit<MoneyInputProps, 'value' | 'onChange' | 'form' | 'name'> & {
  form: AmountForm
  name: string
}

/** A form's field for dollar amounts. Leaving it validates it, unless the caller handles `onLeave`. */
export function AmountField({ form, name, onLeave, ...rest }: AmountFieldProps) {
  const { onChange: _change, onBlur: _blur, value, ...props } = form.getInputProps(name)
  return (
    <MoneyInput
      {...props}
      {...rest}
      value={String(value)}
      onChange={(text) => form.setFieldValue(name, text)}
      onLeave={onLeave ?? (() => form.validateField(name))}
    />
  )
}
