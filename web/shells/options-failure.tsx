import type { CallFailure } from '../api/failure.ts'
import { FailureNote } from './failure-note.tsx'

/** The read of a field's options. */
export type OptionsRead = { data: unknown; error: CallFailure | null; refetch: () => unknown }

/** Shown after a field whose options could not be read: it would be empty without a word. Otherwise renders nothing. */
export function OptionsFailure({ of: { data, error, refetch } }: { of: OptionsRead }) {
  if (!error || data !== undefined) return null
  return (
    <div data-wide>
      <FailureNote failure={error} onRetry={refetch} />
    </div>
  )
}
