import { Button } from '@mantine/core'
import { IconCoins } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { useT } from '../../i18n/texts.tsx'
import { commissionsPath } from './paths.ts'

/** Links to the sales commissions; shown next to the list of sales staff. */
export function CommissionsLink() {
  const t = useT()
  return (
    <Button variant="default" component={Link} to={commissionsPath} leftSection={<IconCoins size={16} />}>
      {t('Commissions')}
    </Button>
  )
}
