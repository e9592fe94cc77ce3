import type { ReactNode } from 'react'
import { withLazyParts } from '../start/lazy/lazy-parts.ts'
import { translate } from '../i18n/texts.tsx'
import type { NoticeKind, NoticeOptions } from './notice.ts'

let count = 0

/** Shows a notice in the corner as soon as its code has loaded. Returns its id, for removing it. */
export function notify(kind: NoticeKind, message: ReactNode, options: NoticeOptions = {}): string {
  // Repeating the same text reuses the notice, so it is not shown twice. An undo belongs to one action, so each is shown.
  const isUndo = options.action !== undefined && !options.isPersistent
  const id = typeof message === 'string' && !isUndo ? `${kind} ${message}` : `${kind} ${++count}`
  withLazyParts(({ showNow }) => showNow({ id, kind, message, ...options }))
  return id
}

/** Reports success. */
export const notifyDone = (message: string): void => void notify('success', message)
/** Shows the server's success message and closes the dialog. */
export const notifyAndClose =
  (onClose: () => void) =>
  ({ message }: { message: string }): void => {
    notifyDone(translate(message))
    onClose()
  }
/** Reports an error with the server's message. */
export const notifyFailed = (message: string): void => void notify('danger', message)
