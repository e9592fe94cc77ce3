import type { UseFormReturnType } from '@mantine/form'
import { useEffect, useRef } from 'react'
import type { Revision } from './server-form.ts'

/** The version of what a form shows, which a save of it names. */
export interface ShownVersion {
  /** What a save names: of what it writes over by wish, or of what the form was filled with. */
  of: (overwriting: Revision | undefined) => string
  /** The form shows what its last save made. */
  keep: (saved: { version: string }) => void
}

/**
 * Keeps a form in sync with the stored values, which somebody else may change meanwhile, until the user types something: later
 * answers never overwrite input. Its version belongs to what it shows, so that saving the input detects what somebody else has
 * saved.
 */
export function useFollowStored<Values extends Record<string, unknown>>(
  form: Pick<UseFormReturnType<Values>, 'isDirty' | 'setValues' | 'resetDirty'>,
  stored: Values,
  { version, shown }: { version: string; shown: ShownVersion },
): void {
  const text = JSON.stringify(stored)
  const followed = useRef(text)
  useEffect(() => {
    if (followed.current === text || form.isDirty()) return
    followed.current = text
    shown.keep({ version })
    form.setValues(stored)
    form.resetDirty(stored)
  })
}

export function useShownVersion(first: string): ShownVersion {
  const shown = useRef(first)
  return {
    of: (overwriting) => (overwriting === undefined ? shown.current : String(overwriting)),
    keep: ({ version }) => void (shown.current = version),
  }
}
