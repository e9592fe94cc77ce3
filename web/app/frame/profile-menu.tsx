import { useState } from 'react'
import { loadLazyParts, useLazyParts } from '../../start/lazy/lazy-parts.ts'
import { AccountButton } from './account-button.tsx'
import type { AccountDialogName } from './account-dialog-names.ts'

/** Profile button, shown at once; its dropdown loads when the first page has settled or the button is pressed. */
export function ProfileMenu({ onOpen }: { onOpen: (dialog: AccountDialogName) => void }) {
  const lazyParts = useLazyParts()
  const [isWanted, setWanted] = useState(false)
  const [isFocused, setFocused] = useState(false)
  if (lazyParts) return <lazyParts.AccountMenu onOpen={onOpen} opened={isWanted} focused={isFocused} />
  const want = (): void => {
    setWanted(true)
    loadLazyParts().catch(() => setWanted(false))
  }
  return (
    <AccountButton
      aria-haspopup="menu"
      aria-expanded={false}
      aria-busy={isWanted}
      onClick={want}
      onFocus={() => setFocused(true)}
      onBlur={() => setFocused(false)}
    />
  )
}
