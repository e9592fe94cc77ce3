import type { ReactNode } from 'react'

/** The five kinds in the specification (R125). */
export type NoticeKind = 'info' | 'primary' | 'danger' | 'warning' | 'success'

/** How long a notice is shown; hovering over one pauses all of them (R124, K007). */
export const noticeStays_ms = 5000

export type NoticeOptions = {
  /** Shown until it is closed, like the notices about the account (K008). */
  isPersistent?: boolean
  /** A button for what the user can do about it; it closes the notice. */
  action?: { label: string; act: () => void }
}

export type Notice = NoticeOptions & { id: string; kind: NoticeKind; message: ReactNode }
