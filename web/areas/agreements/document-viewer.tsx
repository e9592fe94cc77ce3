import type { DocumentName } from '#contract/agreements/document-names.ts'
import { useT } from '../../i18n/texts.tsx'
import { SafeHtml } from '../../ui/safe-html.tsx'
import styles from './document-viewer.module.css'
import { useDocument, type Reading } from './use-document.ts'

/** Plain elements only: it stands in pages for visitors as well as in dialogs (S070). */
export function DocumentViewer({ name }: { name: DocumentName }) {
  const reading = useDocument(name)
  return <DocumentBody {...reading} />
}

export function DocumentBody({ state, document, retry }: Reading & { retry: () => void }) {
  const t = useT()
  if (state === 'loading') return <Skeleton />
  if (state === 'failed') {
    return (
      <div className={styles.failed} role="alert">
        <p className={styles.title}>{t('Document Not Available')}</p>
        <p className={styles.text}>
          {t('The document you are trying to access may be missing or temporarily unavailable.')}
        </p>
        <button type="button" className={styles.button} onClick={retry}>
          {t('Try Again')}
        </button>
      </div>
    )
  }
  return <SafeHtml html={document.html} />
}

const widths = [92, 100, 78, 34, 96, 88, 100, 61, 40, 94, 83, 70]

/** Lines of text to come. */
function Skeleton() {
  const t = useT()
  return (
    <div role="status" aria-label={t('Loading')} className={styles.skeleton}>
      {widths.map((width, index) => (
        <span key={index} style={{ inlineSize: `${width}%` }} />
      ))}
    </div>
  )
}
