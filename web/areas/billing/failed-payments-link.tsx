import { Button } from '@mantine/core'
import { IconCreditCardOff } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { useT } from '../../i18n/texts.tsx'
import { useMe } from '../../session/me.ts'

/** Link to the failed payments, for the pages that list clients or agencies. */
export function FailedPaymentsLink() {
  const t = useT()
  const { side, may } = useMe()
  if (side === 'client' || !may('settings.enable')) return null
  return (
    <Button
      variant="default"
      component={Link}
      to="/configuration/failed-payments"
      leftSection={<IconCreditCardOff size={16} />}
    >
      {t('Failed payments')}
    </Button>
  )
}
