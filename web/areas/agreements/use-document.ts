import { useLingui } from '@lingui/react'
import { useCallback, useEffect, useState } from 'react'
import type { DocumentName } from '#contract/agreements/document-names.ts'
import type { FilledDocument } from '#contract/agreements/documents.ts'
import { sendJson } from '../../api/request.ts'

export type Reading =
  | { state: 'loading'; document: null }
  | { state: 'shown'; document: FilledDocument }
  | { state: 'failed'; document: null }

const loading: Reading = { state: 'loading', document: null }
const failure: Reading = { state: 'failed', document: null }

/** Loads a document in the user's language. Uses no data library, so that public pages stay small. */
export function useDocument(name: DocumentName): Reading & { retry: () => void } {
  const { i18n } = useLingui()
  const language = i18n.locale === 'ar' ? 'ar' : 'en'
  const [tries, setTries] = useState(0)
  const [response, setResponse] = useState<{ request: string; reading: Reading } | null>(null)
  const request = `${name} ${language} ${tries}`
  useEffect(() => {
    const controller = new AbortController()
    const answer = (reading: Reading): void => setResponse({ request, reading })
    sendJson<{ data: FilledDocument }>({
      method: 'GET',
      path: '/document/agreement',
      query: { name, language },
      sealed: false,
      signal: controller.signal,
    }).then(
      ({ data }) => answer({ state: 'shown', document: data }),
      () => controller.signal.aborted || answer(failure),
    )
    return () => controller.abort()
  }, [name, language, request])
  const retry = useCallback(() => setTries((count) => count + 1), [])
  // Ignore a response to an earlier request.
  return { ...(response?.request === request ? response.reading : loading), retry }
}
