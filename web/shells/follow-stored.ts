import type { UseFormReturnType } from '@mantine/form'
import { useEffect, useRef } from 'react'
import type { Revision } from './server-form.ts'

/** The version of the values in a form, which a save sends to detect conflicts. */
export interface ShownVersion {
  /** The version to send: the one the user chose to overwrite, otherwise the one shown in the form. */
  of: (overwriting: Revision | undefined) => string
  /** Takes over the version of the last save. */
  keep: (saved: { version: string }) => void
}

/**
 * Keeps a form in sync with the stored values, which somebody else may change, until the user types something: later
 * responses never overwrite input. The form keeps the version of the values it shows, so that saving detects changes by
 * others.
 */
export function useFollowStored<Values extends Record<string, unknown>>(
  form: Pick<UseFormReturnType<Values>, 'isDirty' | 'setValues' | 'resetDirty'>,
  values: Values,
  { version, shownVersion }: { version: string; shownVersion: ShownVersion },
): void {
  const text = JSON.stringify(values)
  const lastText = useRef(text)
  useEffect(() => {
    if (lastText.current === text || form.isDirty()) return
    lastText.current = text
    shownVersion.keep({ version })
    form.setValues(values)
    form.resetDirty(values)
  })
}

export function useShownVersion(first: string): ShownVersion {
  const base = useRef(first)
  return {
    of: (overwriting) => (overwriting === undefined ? base.current : String(overwriting)),
    keep: ({ version }) => void (base.current = version),
  }
}
