import { Skeleton } from '@mantine/core'
import { Fragment, type ReactNode } from 'react'
import type { CallFailure } from '../../api/failure.ts'
import { FailureNote } from '../failure-note.tsx'

/** A section's states: loading, failed, or loaded. */
export function Loaded<Value>({
  of: { setting, error, refetch, round },
  children,
}: {
  of: { setting: Value | undefined; error: CallFailure | null; refetch: () => unknown; round?: number }
  children: (setting: Value) => ReactNode
}) {
  if (error && setting === undefined) return <FailureNote failure={error} onRetry={refetch} />
  if (setting === undefined) return <Skeleton height={320} radius="md" />
  return <Fragment key={round}>{children(setting)}</Fragment>
}
