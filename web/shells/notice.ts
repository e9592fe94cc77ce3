import type { ReactNode } from 'react'

/** The specification's five (R125). */
export type NoticeKind = 'info' | 'primary' | 'danger' | 'warning' | 'success'

/** How long a notice stays; while one is pointed at, all wait (R124, K007). */
export const noticeStays_ms = 5000

export type NoticeOptions = {
  /** Until it is closed, as those about the account (K008). */
  stays?: boolean
  /** What can be done about it, on a button of its own; closes the notice. */
  action?: { label: string; act: () => void }
}

export type Notice = NoticeOptions & { id: string; kind: NoticeKind; message: ReactNode }
