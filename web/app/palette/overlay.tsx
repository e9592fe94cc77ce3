import { Suspense } from 'react'
import { useMe } from '../../session/me.ts'
import { lazyPart } from '../../start/lazy/lazy-part.ts'
import type { AccountDialogName } from '../frame/account-dialog-names.ts'
import type { OverlayName } from './overlay-name.ts'
import { SearchPalette } from './search-palette.tsx'

const ShortcutsSheet = lazyPart(async () => (await import('./shortcuts-sheet.tsx')).ShortcutsSheet)
const AddCompanyDialog = lazyPart(async () => (await import('../../areas/companies/add-company.tsx')).AddCompanyDialog)

type OverlayProps = {
  name: OverlayName
  onClose: () => void
  onOverlay: (name: OverlayName) => void
  onDialog: (name: AccountDialogName) => void
}

/** The search, which loads with this, and what loads when it first opens. */
export function Overlay({ name, onClose, onOverlay, onDialog }: OverlayProps) {
  const { companyId } = useMe()
  return (
    <Suspense>
      {name === 'search' && <SearchPalette onClose={onClose} onOverlay={onOverlay} onDialog={onDialog} />}
      {name === 'shortcuts' && <ShortcutsSheet onClose={onClose} />}
      {(name === 'agency' || name === 'client') && (
        <AddCompanyDialog kind={name} parentId={companyId} onClose={onClose} />
      )}
    </Suspense>
  )
}
