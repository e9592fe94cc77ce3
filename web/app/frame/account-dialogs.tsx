import { lazy, Suspense } from 'react'

/** Dialogs about the own account that open over any page; each is fetched when it is opened first. */
const dialogs = {
  password: lazy(async () => ({
    default: (await import('../../areas/sign-in/password/change-password-dialog.tsx')).ChangePasswordDialog,
  })),
  twoFactor: lazy(async () => ({
    default: (await import('../../areas/sign-in/second-factor/two-factor-dialog.tsx')).TwoFactorDialog,
  })),
  sessions: lazy(async () => ({
    default: (await import('../../areas/sign-in/sessions/sessions-dialog.tsx')).SessionsDialog,
  })),
  wallet: lazy(async () => ({ default: (await import('../../areas/wallet/wallet-panel.tsx')).WalletPanel })),
  developer: lazy(async () => ({
    default: (await import('../../areas/developers/developer-dialog.tsx')).DeveloperDialog,
  })),
}
export type AccountDialogName = keyof typeof dialogs

export const isAccountDialog = (name: string): name is AccountDialogName => Object.hasOwn(dialogs, name)

export function AccountDialog({ name, onClose }: { name: AccountDialogName | null; onClose: () => void }) {
  if (!name) return null
  const Dialog = dialogs[name]
  return (
    <Suspense>
      <Dialog onClose={onClose} />
    </Suspense>
  )
}
