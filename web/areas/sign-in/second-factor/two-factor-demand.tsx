import { Switch, type SwitchProps } from '@mantine/core'
import { useT } from '../../../i18n/texts.tsx'

/** Requires two-factor authentication of a managed user. `input`: the form's input props. */
export function TwoFactorDemand({ input }: { input: SwitchProps }) {
  const t = useT()
  return (
    <Switch
      label={t('Two-factor authentication required')}
      description={t('Their next sign-in asks for a code, by email until they set up another way.')}
      {...input}
    />
  )
}
