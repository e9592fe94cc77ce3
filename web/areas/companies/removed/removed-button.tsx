import { Button } from '@mantine/core'
import { IconArchive } from '@tabler/icons-react'
import { useState } from 'react'
import { useT } from '../../../i18n/texts.tsx'
import { useMe } from '../../../session/me.ts'
import { RemovedDialog } from './removed-dialog.tsx'

/** Opens what was removed and can still be brought back. Absent for who may not. */
export function RemovedButton() {
  const t = useT()
  const me = useMe()
  const [isOpen, setOpen] = useState(false)
  if (!me.may('settings.delete') || me.viewEndsAt !== null) return null
  return (
    <>
      <Button variant="default" leftSection={<IconArchive size={17} stroke={1.75} />} onClick={() => setOpen(true)}>
        {t('Removed')}
      </Button>
      {isOpen && <RemovedDialog onClose={() => setOpen(false)} />}
    </>
  )
}
