import { Button } from '@mantine/core'
import { IconBan } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { guard } from '#contract/guards/guard.ts'
import { useT } from '../../i18n/texts.tsx'
import { useMe } from '../../session/me.ts'

const path = '/configuration/exclusion-list'

/** Links to the agency’s exclusion list, next to its clients. */
export function ExclusionsLink() {
  const t = useT()
  if (guard(useMe().access, path).kind !== 'shown') return null
  return (
    <Button variant="default" component={Link} to={path} leftSection={<IconBan size={16} stroke={1.75} />}>
      {t('Exclusion List')}
    </Button>
  )
}
