import { Button } from '@mantine/core'
import { IconFolders } from '@tabler/icons-react'
import { useState } from 'react'
import { useT } from '../../../i18n/texts.tsx'
import { useMe } from '../../../session/me.ts'
import { GroupsDialog } from './groups-dialog.tsx'

/** Opens an agency's client groups. Hidden from users who may not change them. */
export function GroupsButton({ agencyId }: { agencyId: string }) {
  const t = useT()
  const me = useMe()
  const [isOpen, setOpen] = useState(false)
  if (!me.may('settings.update') || me.viewEndsAt !== null) return null
  return (
    <>
      <Button variant="default" leftSection={<IconFolders size={17} stroke={1.75} />} onClick={() => setOpen(true)}>
        {t('Client groups')}
      </Button>
      {isOpen && <GroupsDialog agencyId={agencyId} onClose={() => setOpen(false)} />}
    </>
  )
}
