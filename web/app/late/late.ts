import { useSyncExternalStore, type ComponentType } from 'react'
import type { ConfirmDialogProps } from '../../shells/confirm-dialog.tsx'
import type { Notice } from '../../shells/notice.ts'
import type { AccountDialogName } from '../frame/account-dialog-names.ts'
import { loadCode } from '../load-code.ts'

export type AccountMenuProps = {
  onOpen: (dialog: AccountDialogName) => void
  /** The button was pressed before this code had loaded. */
  opened: boolean
  /** The placeholder button had the focus. */
  focused: boolean
}

/** What every page needs after its first paint: these components, and the styles of all components. */
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

/** The application registers the loader, because the late parts themselves import the frame and pages (a cycle). */
export function provideLate(load: Load): void {
  fetchParts = load
}

/** Loads the late parts: when the first page has settled, or as soon as one is needed. */
export function loadLate(): Promise<LateParts> {
  if (!fetchParts) return Promise.reject(new Error('provideLate was not called'))
  loading ??= loadCode(fetchParts).then(
    (loaded) => {
      parts = loaded
      for (const listener of listeners) listener()
      return loaded
    },
    (thrown: unknown) => {
      // Allows another attempt on the next call.
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

/** The late parts; null until they have loaded. */
export const useLate = (): LateParts | null => useSyncExternalStore(subscribe, () => parts)
