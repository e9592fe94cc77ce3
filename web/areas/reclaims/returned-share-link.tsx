import { Button } from '@mantine/core'
import { IconReceiptRefund } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { useT } from '../../i18n/texts.tsx'
import { useMe } from '../../session/me.ts'
import { returnedSharePath } from '../../paths/reclaims.ts'

/** Links to what came back of an agency's wholesale cost, next to its clients and their returned leads. */
export function ReturnedShareLink() {
  const t = useT()
  const { side, may } = useMe()
  if (side !== 'agency' || !may('settings.enable')) return null
  return (
    <Button variant="default" component={Link} to={returnedSharePath} leftSection={<IconReceiptRefund size={16} />}>
      {t('Returned wholesale cost')}
    </Button>
  )
}
