import { Suspense, type ComponentType } from 'react'
import { lazyPart } from '../../start/lazy/lazy-part.ts'
import type { AccountDialogName } from './account-dialog-names.ts'

/** Dialogs about the user's own account that open over any page. Each loads when first opened. */
const dialogs: Readonly<Record<AccountDialogName, ComponentType<{ onClose: () => void }>>> = {
  password: lazyPart(
    async () => (await import('../../areas/sign-in/password/change-password-dialog.tsx')).ChangePasswordDialog,
  ),
  twoFactor: lazyPart(
    async () => (await import('../../areas/sign-in/second-factor/two-factor-dialog.tsx')).TwoFactorDialog,
  ),
  sessions: lazyPart(async () => (await import('../../areas/sign-in/sessions/sessions-dialog.tsx')).SessionsDialog),
  wallet: lazyPart(async () => (await import('../../areas/wallet/wallet-panel.tsx')).WalletPanel),
  developer: lazyPart(async () => (await import('../../areas/developers/developer-dialog.tsx')).DeveloperDialog),
}
export function AccountDialog({ name, onClose }: { name: AccountDialogName | null; onClose: () => void }) {
  if (!name) return null
  const Dialog = dialogs[name]
  return (
    <Suspense>
      <Dialog onClose={onClose} />
    </Suspense>
  )
}
