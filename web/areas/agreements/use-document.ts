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
const failed: Reading = { state: 'failed', document: null }

/** A document in the reader's language. Knows no data library, so that the pages for visitors can use it. */
export function useDocument(name: DocumentName): Reading & { retry: () => void } {
  const { i18n } = useLingui()
  const language = i18n.locale === 'ar' ? 'ar' : 'en'
  const [reading, setReading] = useState<Reading>(loading)
  const [tries, setTries] = useState(0)
  useEffect(() => {
    const controller = new AbortController()
    setReading(loading)
    sendJson<{ data: FilledDocument }>({
      method: 'GET',
      path: '/document/agreement',
      query: { name, language },
      sealed: false,
      signal: controller.signal,
    }).then(
      ({ data }) => setReading({ state: 'shown', document: data }),
      () => controller.signal.aborted || setReading(failed),
    )
    return () => controller.abort()
  }, [name, language, tries])
  const retry = useCallback(() => setTries((count) => count + 1), [])
  return { ...reading, retry }
}
