import { useEffect, useRef } from 'react'

/** Runs once per component, even if React's strict mode mounts it twice. Errors are ignored. */
export function useOnce(work: () => Promise<void>): void {
  const hasRun = useRef(false)
  useEffect(() => {
    if (hasRun.current) return
    hasRun.current = true
    work().catch(() => undefined)
  })
}
