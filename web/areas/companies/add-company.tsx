import { Button, Skeleton } from '@mantine/core'
import { IconPlus } from '@tabler/icons-react'
import { useState } from 'react'
import { useT } from '../../i18n/texts.tsx'
import { mayAddCompanies } from '../../session/may-add-companies.ts'
import { useMe } from '../../session/me.ts'
import { Dialog } from '../../shells/dialog.tsx'
import { FailureNote } from '../../shells/failure-note.tsx'
import { FormDialog } from '../../shells/form-dialog.tsx'
import { SubdomainDialog } from '../branding/subdomain-dialog.tsx'
import { CompanyFields } from './company-fields.tsx'
import { useNewCompany, type CompanyKind } from './company-form.ts'
import { useOfferedToAgency, useOfferedToClient, type Offered } from './offered.ts'

type AddCompanyProps = { kind: CompanyKind; parentId: string }
type DialogProps = { parentId: string; onClose: () => void }

/** The button above a list and the form it opens. Renders nothing for users who may not add companies. */
export function AddCompany({ kind, parentId }: AddCompanyProps) {
  const t = useT()
  const me = useMe()
  const [isOpen, setOpen] = useState(false)
  if (!mayAddCompanies(me)) return null
  return (
    <>
      <Button leftSection={<IconPlus size={17} stroke={1.75} />} onClick={() => setOpen(true)}>
        {kind === 'agency' ? t('Add agency') : t('Add client')}
      </Button>
      {isOpen && <AddCompanyDialog kind={kind} parentId={parentId} onClose={() => setOpen(false)} />}
    </>
  )
}

/** The form alone, for those who may add companies. */
export function AddCompanyDialog({ kind, parentId, onClose }: AddCompanyProps & { onClose: () => void }) {
  const me = useMe()
  if (kind === 'agency') return <AddAgencyDialog parentId={parentId} onClose={onClose} />
  // The client's form follows, once the server knows the answer.
  if (me.asksSubdomain) return <SubdomainDialog onClose={onClose} onChosen={() => undefined} />
  return <AddClientDialog parentId={parentId} onClose={onClose} />
}

function AddAgencyDialog({ parentId, onClose }: DialogProps) {
  return <AddDialog kind="agency" parentId={parentId} offer={useOfferedToAgency(parentId, true)} onClose={onClose} />
}

function AddClientDialog({ parentId, onClose }: DialogProps) {
  return <AddDialog kind="client" parentId={parentId} offer={useOfferedToClient(parentId)} onClose={onClose} />
}

type AskedProps = AddCompanyProps & { offer: ReturnType<typeof useOfferedToClient>; onClose: () => void }

function AddDialog({ kind, parentId, offer, onClose }: AskedProps) {
  const t = useT()
  if (offer.choices) return <AddForm kind={kind} parentId={parentId} choices={offer.choices} onClose={onClose} />
  return (
    <Dialog opened onClose={onClose} size="lg" title={kind === 'agency' ? t('Add agency') : t('Add client')}>
      {offer.error && !offer.choices ? (
        <FailureNote failure={offer.error} onRetry={offer.refetch} />
      ) : (
        <Skeleton height={320} />
      )}
    </Dialog>
  )
}

function AddForm({ kind, parentId, choices, onClose }: AddCompanyProps & { choices: Offered; onClose: () => void }) {
  const t = useT()
  const server = useNewCompany(kind, parentId, choices, onClose)
  return (
    <FormDialog
      opened
      onClose={onClose}
      size="lg"
      title={kind === 'agency' ? t('Add agency') : t('Add client')}
      form={server}
      submitLabel={kind === 'agency' ? t('Add agency') : t('Add client')}
    >
      <CompanyFields
        kind={kind}
        server={server}
        companyId={parentId}
        agencyId={parentId}
        choices={choices}
        isInvited={null}
      />
    </FormDialog>
  )
}
