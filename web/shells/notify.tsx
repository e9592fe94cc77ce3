import type { ReactNode } from 'react'
import { loadLate } from '../app/late/late.ts'
import { translate } from '../i18n/texts.tsx'
import type { NoticeKind, NoticeOptions } from './notice.ts'

let told = 0

/** Shows a notice in the corner, as soon as the code that shows them is there. Returns its id, for removing it again. */
export function notify(kind: NoticeKind, message: ReactNode, options: NoticeOptions = {}): string {
  // The same sentence again is the same notice: it does not stand there twice.
  const id = typeof message === 'string' ? `${kind} ${message}` : `${kind} ${++told}`
  void loadLate().then(
    ({ showNow }) => showNow({ id, kind, message, ...options }),
    () => undefined,
  )
  return id
}

export const hideNotice = (id: string): void =>
  void loadLate().then(
    ({ hideNow }) => hideNow(id),
    () => undefined,
  )

/** Something was done. */
export const notifyDone = (message: string): void => void notify('success', message)
/** Says what the server says was done, and closes what it was done in. */
export const sayAndClose =
  (onClose: () => void) =>
  ({ message }: { message: string }): void => {
    notifyDone(translate(message))
    onClose()
  }
/** Something was refused or went wrong: the server's words. */
export const notifyFailed = (message: string): void => void notify('danger', message)
