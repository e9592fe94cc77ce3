import type { GetInputPropsReturnType } from '@mantine/form'
import { MoneyInput, type MoneyInputProps } from './money-input.tsx'

/** What a field of a form needs of it. */
type AmountForm = {
  getInputProps(path: string): GetInputPropsReturnType
  setFieldValue(path: string, text: string): void
  validateField(path: string): unknown
}

type AmountFieldProps = Omit<MoneyInputProps, 'value' | 'onChange' | 'form' | 'name'> & {
  form: AmountForm
  name: string
}

/** A form's field for dollars: left, it is checked as the form checks it, unless somebody else looks at what is left. */
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
