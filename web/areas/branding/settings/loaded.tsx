import { Skeleton } from '@mantine/core'
import { Fragment, type ReactNode } from 'react'
import type { CallFailure } from '../../../api/failure.ts'
import { FailureNote } from '../../../shells/failure-note.tsx'

/** A section's states: loading, failed, or loaded. */
export function Loaded<Value>({
  of: { setting, error, refetch, round },
  children,
}: {
  of: { setting: Value | undefined; error: CallFailure | null; refetch: () => unknown; round?: number }
  children: (setting: Value) => ReactNode
}) {
  if (setting !== undefined) return <Fragment key={round}>{children(setting)}</Fragment>
  if (error) return <FailureNote failure={error} onRetry={refetch} />
  return <Skeleton height={320} radius="md" />
}
