import { Button } from '@mantine/core'
import { IconArchive } from '@tabler/icons-react'
import { useState } from 'react'
import { useT } from '../../../i18n/texts.tsx'
import { useMe } from '../../../session/me.ts'
import { RemovedDialog } from './removed-dialog.tsx'

/** Opens the removed companies that can still be restored. Hidden from users who may not restore them. */
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
