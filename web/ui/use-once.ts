import { useEffect, useRef } from 'react'

/** Runs once per component, even if React's strict mode mounts it twice. Errors are ignored. */
export function useOnce(work: () => Promise<void>): void {
  const begun = useRef(false)
  useEffect(() => {
    if (begun.current) return
    begun.current = true
    work().catch(() => undefined)
  })
}
