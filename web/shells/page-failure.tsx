import { namesNothing, type CallFailure } from '../api/failure.ts'
import { FailureNote } from './failure-note.tsx'
import { NotFoundPage } from './not-found-page.tsx'

/** What a page shows whose own subject could not be loaded: an address that names nothing is a page that does not exist. */
export function PageFailure({ failure, onRetry }: { failure: CallFailure; onRetry: () => unknown }) {
  if (namesNothing(failure)) return <NotFoundPage absent="unknown" />
  return <FailureNote failure={failure} onRetry={onRetry} />
}
