import { Suspense, useEffect, useState } from 'react'
import { onReauthenticationNeeded } from '../../api/reauthenticate.ts'
import { lazyPart } from '../../start/lazy/lazy-part.ts'

const Dialog = lazyPart(
  async () => (await import('../../areas/sign-in/reauthenticate/reauthenticate-dialog.tsx')).ReauthenticateDialog,
)

type Answer = (isProved: boolean) => void

/** Shows the reauthentication dialog for any call that requires it, on every page. */
export function Reauthenticate() {
  const [answer, setAnswer] = useState<Answer | null>(null)
  useEffect(() => onReauthenticationNeeded(() => new Promise((resolve) => setAnswer(() => resolve))), [])
  if (!answer) return null
  const close: Answer = (isProved) => {
    setAnswer(null)
    answer(isProved)
  }
  return (
    <Suspense>
      <Dialog onClose={close} />
    </Suspense>
  )
}
