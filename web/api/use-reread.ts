import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import type { Operation } from '#contract/core/operation.ts'

/** Rereads operations when what a polled answer says changes; not when it is first known. `changed` must be a constant. */
export function useReread(standing: string | undefined, operations: readonly Operation[]): void {
  const client = useQueryClient()
  const lastStanding = useRef(standing)
  useEffect(() => {
    if (lastStanding.current !== undefined && lastStanding.current !== standing)
      for (const { name } of operations) void client.invalidateQueries({ queryKey: [name] })
    lastStanding.current = standing
  }, [operations, client, standing])
}
