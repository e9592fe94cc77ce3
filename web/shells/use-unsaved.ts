import { useEffect, useRef, type RefObject } from 'react'
import { watchForm } from './unsaved.ts'

/**
 * Unsaved-changes guard for selections outside a `useServerForm`: leaving the referenced element asks first while they
 * differ from the saved ones.
 */
export function useUnsaved(values: unknown, initial: unknown): RefObject<HTMLDivElement | null> {
  const element = useRef<HTMLDivElement>(null)
  const isDirty = (): boolean => JSON.stringify(values) !== JSON.stringify(initial)
  useEffect(() => watchForm({ isDirty, element: () => element.current }))
  return element
}
