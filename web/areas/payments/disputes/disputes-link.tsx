import { Button } from '@mantine/core'
import { IconScale } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { useT } from '../../../i18n/texts.tsx'
import { useMe } from '../../../session/me.ts'
import { disputesPath } from './dispute-words.ts'

/** Links to disputed payments, next to the list of payers. */
export function DisputesLink() {
  const t = useT()
  const { side, may } = useMe()
  if (side === 'client' || !may('settings.enable')) return null
  return (
    <Button variant="default" component={Link} to={disputesPath} leftSection={<IconScale size={16} />}>
      {t('Disputes')}
    </Button>
  )
}
