import { isMissingTarget, type CallFailure } from '../api/failure.ts'
import { FailureNote } from './failure-note.tsx'
import { NotFoundPage } from './not-found-page.tsx'

/** Shown when a page's main object fails to load. If it does not exist, the page is not found. */
export function PageFailure({ failure, onRetry }: { failure: CallFailure; onRetry: () => unknown }) {
  if (isMissingTarget(failure)) return <NotFoundPage absent="unknown" />
  return <FailureNote failure={failure} onRetry={onRetry} />
}
