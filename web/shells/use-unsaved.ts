import { useEffect, useRef, type RefObject } from 'react'
import { watchForm } from './unsaved.ts'

/**
 * Unsaved-changes guard for selections outside a `useServerForm`: leaving the referenced element asks first while they
 * differ from the saved ones.
 */
export function useUnsaved(chosen: unknown, saved: unknown): RefObject<HTMLDivElement | null> {
  const element = useRef<HTMLDivElement>(null)
  const isDirty = (): boolean => JSON.stringify(chosen) !== JSON.stringify(saved)
  useEffect(() => watchForm({ isDirty, element: () => element.current }))
  return element
}
