import { Button } from '@mantine/core'
import { IconScaleOutline } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { useT } from '../../../i18n/texts.tsx'
import { useMe } from '../../../session/me.ts'
import { reconciliationPath } from './reconciliation-words.ts'

/** Links to the reconciliation of the ledger with the payment provider's balance. */
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
