import { useBlocker } from '@tanstack/react-router'
import { useEffect, useState } from 'react'
import { useLazyParts } from '../start/lazy/lazy-parts.ts'
import { useT } from '../i18n/texts.tsx'
import { confirmDiscard } from './confirm-discard.ts'
import { hasUnsaved, mayDiscard, setUnsavedPrompt } from './unsaved.ts'

type Answer = (mayGo: boolean) => void

/** Asks before unsaved input is lost: on links, Back, leaving the page, and leaving a dialog or section. */
export function UnsavedGuard() {
  const t = useT()
  const lazyParts = useLazyParts()
  const [answer, setAnswer] = useState<Answer | null>(null)
  useEffect(() => {
    setUnsavedPrompt(() => confirmDiscard(() => new Promise((resolve) => setAnswer(() => resolve))))
    return () => setUnsavedPrompt(null)
  }, [])
  useBlocker({
    shouldBlockFn: async () => !(await mayDiscard()),
    // The router calls this without arguments before the page unloads.
    enableBeforeUnload: () => hasUnsaved(),
  })
  if (!answer || !lazyParts) return null
  const give = (mayGo: boolean): void => {
    setAnswer(null)
    answer(mayGo)
  }
  return (
    <lazyParts.ConfirmDialog
      opened
      onClose={() => give(false)}
      title={t('Leave without saving?')}
      cancelLabel={t('Keep editing')}
      confirmLabel={t('Discard changes')}
      danger
      onConfirm={() => give(true)}
      submitting={false}
      submitError={null}
    >
      {t('You have unsaved changes.')}
    </lazyParts.ConfirmDialog>
  )
}
