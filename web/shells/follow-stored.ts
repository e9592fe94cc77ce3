import type { UseFormReturnType } from '@mantine/form'
import { useEffect, useRef } from 'react'

/**
 * Keeps a form at what is stored, which somebody else may change while it is shown, for as long as nothing is typed in it: what
 * was typed is taken away by no answer that comes later.
 */
export function useFollowStored<Values extends Record<string, unknown>>(
  form: Pick<UseFormReturnType<Values>, 'isDirty' | 'setValues' | 'resetDirty'>,
  stored: Values,
): void {
  const text = JSON.stringify(stored)
  const followed = useRef(text)
  useEffect(() => {
    if (followed.current === text || form.isDirty()) return
    followed.current = text
    form.setValues(stored)
    form.resetDirty(stored)
  })
}
