import { Button } from '@mantine/core'
import { IconScaleOutline } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { useT } from '../../../i18n/texts.tsx'
import { useMe } from '../../../session/me.ts'
import { reconciliationPath } from './reconciliation-words.ts'

/** The way to what the books and the payment provider say of one's balance there. */
export function ReconciliationLink() {
  const t = useT()
  const { side, may } = useMe()
  if (side === 'client' || !may('settings.enable')) return null
  return (
    <Button variant="default" component={Link} to={reconciliationPath} leftSection={<IconScaleOutline size={16} />}>
      {t('Reconciliation')}
    </Button>
  )
}
