import { useSyncExternalStore, type ComponentType } from 'react'
import type { ConfirmDialogProps } from '../../shells/confirm-dialog.tsx'
import type { Notice } from '../../shells/notice.ts'
import type { AccountDialogName } from '../../app/frame/account-dialog-names.ts'
import { loadCode } from '../load-code.ts'

export type AccountMenuProps = {
  onOpen: (dialog: AccountDialogName) => void
  /** The button was pressed before this code had loaded. */
  opened: boolean
  /** The placeholder button had the focus. */
  focused: boolean
}

/** What every page needs after its first paint: these components, and the styles of all components. */
interface LazyParts {
  AccountMenu: ComponentType<AccountMenuProps>
  ConfirmDialog: ComponentType<ConfirmDialogProps>
  Notices: ComponentType
  SessionEndedDialog: ComponentType<{ onLeave: () => void }>
  Tooltip: ComponentType<{ label: string; target: HTMLElement }>
  showNow: (notice: Notice) => void
}

type Load = () => Promise<LazyParts>

let fetchParts: Load | undefined
let loading: Promise<LazyParts> | undefined
let parts: LazyParts | null = null
const listeners = new Set<() => void>()

/** The application registers the loader, because the lazy parts themselves import the frame and pages (a cycle). */
export function registerLazyParts(load: Load): void {
  fetchParts = load
}

/** Loads the lazy parts: when the first page has settled, or as soon as one is needed. */
export function loadLazyParts(): Promise<LazyParts> {
  if (!fetchParts) return Promise.reject(new Error('registerLazyParts was not called'))
  loading ??= loadCode(fetchParts).then(
    (module) => {
      parts = module
      for (const listener of listeners) listener()
      endWait(module)
      return module
    },
    (error: unknown) => {
      // Allows another attempt on the next call.
      loading = undefined
      throw error
    },
  )
  return loading
}

/** Wait before the first retry; each further one waits twice as long. */
const firstRetry_ms = 5_000

/** What waits for the lazy parts, in order. */
const waiting: ((loaded: LazyParts) => void)[] = []
let retry: ReturnType<typeof setTimeout> | undefined

/** Acts once the lazy parts have loaded, however often that fails before. */
export function withLazyParts(act: (loaded: LazyParts) => void): void {
  waiting.push(act)
  loadForWaiting(firstRetry_ms)
}

function endWait(module: LazyParts): void {
  for (const act of waiting.splice(0)) act(module)
}

function loadForWaiting(retryAfter_ms: number): void {
  loadLazyParts().then(endWait, () => {
    retry ??= setTimeout(() => {
      retry = undefined
      loadForWaiting(2 * retryAfter_ms)
    }, retryAfter_ms)
  })
}

const subscribe = (listener: () => void): (() => void) => {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/** The lazy parts; null until they have loaded. */
export const useLazyParts = (): LazyParts | null => useSyncExternalStore(subscribe, () => parts)
