import { Button } from '@mantine/core'
import { IconArrowBackUp } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { useT } from '../../i18n/texts.tsx'
import { useMe } from '../../session/me.ts'
import { useModule } from '../../session/module.ts'

/** Links to returned leads, next to the list of leads. */
export function ReturnsLink() {
  const t = useT()
  const module = useModule()
  if (useMe().side === 'root') return null
  return (
    <Button
      variant="default"
      component={Link}
      to={`${module.base}/returns`}
      leftSection={<IconArrowBackUp size={16} />}
    >
      {t('Returned leads')}
    </Button>
  )
}
