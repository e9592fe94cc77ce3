import { TextInput, type TextInputProps } from '@mantine/core'

/** A six-digit or recovery code: left to right in every language, and never saved by the browser. */
export function CodeInput(props: TextInputProps) {
  return (
    <TextInput
      dir="ltr"
      autoComplete="one-time-code"
      autoCapitalize="none"
      spellCheck={false}
      maxLength={32}
      {...props}
    />
  )
}
