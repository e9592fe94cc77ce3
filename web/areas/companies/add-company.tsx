import { Button } from '@mantine/core'
import { IconPlus } from '@tabler/icons-react'
import { useState } from 'react'
import { useT } from '../../i18n/texts.tsx'
import { useMe } from '../../session/me.ts'
import { FormDialog } from '../../shells/form-dialog.tsx'
import { CompanyFields } from './company-fields.tsx'
import { useNewCompany, type CompanyKind } from './company-form.ts'

type AddCompanyProps = { kind: CompanyKind; parentId: string }

/** The button above a list, and the form that it opens. Absent for who may not. */
export function AddCompany({ kind, parentId }: AddCompanyProps) {
  const t = useT()
  const me = useMe()
  const [isOpen, setOpen] = useState(false)
  if (!me.may('settings.create') || me.viewEndsAt !== null) return null
  return (
    <>
      <Button leftSection={<IconPlus size={17} stroke={1.75} />} onClick={() => setOpen(true)}>
        {kind === 'agency' ? t('Add agency') : t('Add client')}
      </Button>
      {isOpen && <AddDialog kind={kind} parentId={parentId} onClose={() => setOpen(false)} />}
    </>
  )
}

function AddDialog({ kind, parentId, onClose }: AddCompanyProps & { onClose: () => void }) {
  const t = useT()
  const server = useNewCompany(kind, parentId, onClose)
  return (
    <FormDialog
      opened
      onClose={onClose}
      size="lg"
      title={kind === 'agency' ? t('Add agency') : t('Add client')}
      form={server}
      submitLabel={kind === 'agency' ? t('Add agency') : t('Add client')}
    >
      <CompanyFields kind={kind} server={server} companyId={parentId} isInvited={null} />
    </FormDialog>
  )
}
