import { useSyncExternalStore, type ComponentType } from 'react'
import type { ConfirmDialogProps } from '../../shells/confirm-dialog.tsx'
import type { Notice } from '../../shells/notice.ts'
import type { AccountDialogName } from '../frame/account-dialog-names.ts'
import { loadCode } from '../load-code.ts'

export type AccountMenuProps = {
  onOpen: (dialog: AccountDialogName) => void
  /** The button was pressed before this code was there. */
  opened: boolean
  /** The button that stood here before had the focus. */
  focused: boolean
}

/** What every page has and none is painted with, beside the styles of all components. */
interface LateParts {
  AccountMenu: ComponentType<AccountMenuProps>
  ConfirmDialog: ComponentType<ConfirmDialogProps>
  Notices: ComponentType
  SessionEndedDialog: ComponentType<{ onLeave: () => void }>
  Tooltip: ComponentType<{ label: string; target: HTMLElement }>
  showNow: (notice: Notice) => void
  hideNow: (id: string) => void
}

type Load = () => Promise<LateParts>

let fetchParts: Load | undefined
let loading: Promise<LateParts> | undefined
let parts: LateParts | null = null
const listeners = new Set<() => void>()

/** Said by the application, which knows them: they are made of frame and pages that want them, in turn. */
export function provideLate(load: Load): void {
  fetchParts = load
}

/** Fetched once the first page is at rest, or as soon as something of it is wanted. */
export function loadLate(): Promise<LateParts> {
  if (!fetchParts) return Promise.reject(new Error('nobody has said where the late parts are'))
  loading ??= loadCode(fetchParts).then(
    (loaded) => {
      parts = loaded
      for (const listener of listeners) listener()
      return loaded
    },
    (thrown: unknown) => {
      // Asked for again at the next occasion.
      loading = undefined
      throw thrown
    },
  )
  return loading
}

const subscribe = (listener: () => void): (() => void) => {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/** The same once it is there; null until then. */
export const useLate = (): LateParts | null => useSyncExternalStore(subscribe, () => parts)
