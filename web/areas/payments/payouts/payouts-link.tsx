import { Button } from '@mantine/core'
import { IconBuildingBank } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { isSales } from '#contract/guards/access-context.ts'
import { useT } from '../../../i18n/texts.tsx'
import { useMe } from '../../../session/me.ts'
import { payoutsPathOf } from './payout-words.ts'

/** Links to the payment provider's payouts to the bank. */
export function PayoutsLink() {
  const t = useT()
  const { side, access, may } = useMe()
  if (side === 'client' || !(isSales(access) || may('settings.enable'))) return null
  return (
    <Button variant="default" component={Link} to={payoutsPathOf(access)} leftSection={<IconBuildingBank size={16} />}>
      {t('Bank payouts')}
    </Button>
  )
}
