import { useEffect, useRef } from 'react'

/** Runs once for a component's life, also where React mounts it twice to find mistakes. A failure is left alone. */
export function useOnce(work: () => Promise<void>): void {
  const begun = useRef(false)
  useEffect(() => {
    if (begun.current) return
    begun.current = true
    work().catch(() => undefined)
  })
}
