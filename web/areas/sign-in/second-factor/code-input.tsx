import { TextInput, type TextInputProps } from '@mantine/core'

/** Six digits or a recovery code: typed left to right in every language, and never kept by the browser. */
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
