import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import type { Operation } from '#contract/core/operation.ts'

/** Rereads operations when what a polled answer says changes; not when it is first known. `changed` must be a constant. */
export function useReread(standing: string | undefined, changed: readonly Operation[]): void {
  const client = useQueryClient()
  const seen = useRef(standing)
  useEffect(() => {
    if (seen.current !== undefined && seen.current !== standing)
      for (const { name } of changed) void client.invalidateQueries({ queryKey: [name] })
    seen.current = standing
  }, [changed, client, standing])
}
