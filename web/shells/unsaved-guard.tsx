import { useBlocker } from '@tanstack/react-router'
import { useEffect, useState } from 'react'
import { loadLate, useLate } from '../app/late/late.ts'
import { useT } from '../i18n/texts.tsx'
import { hasUnsaved, mayDiscard, setAsker } from './unsaved.ts'

type Answer = (mayGo: boolean) => void

/** Asks before anything typed is lost: on links, on Back, on leaving the page, and when a dialog or a section is left. */
export function UnsavedGuard() {
  const t = useT()
  const late = useLate()
  const [answer, setAnswer] = useState<Answer | null>(null)
  useEffect(() => {
    setAsker(async () => {
      await loadLate()
      return new Promise((resolve) => setAnswer(() => resolve))
    })
    return () => setAsker(null)
  }, [])
  useBlocker({
    shouldBlockFn: async () => !(await mayDiscard()),
    // Called by the router before the page is unloaded, and so not with the event's arguments.
    enableBeforeUnload: () => hasUnsaved(),
  })
  if (!answer || !late) return null
  const give = (mayGo: boolean): void => {
    setAnswer(null)
    answer(mayGo)
  }
  return (
    <late.ConfirmDialog
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
    </late.ConfirmDialog>
  )
}
