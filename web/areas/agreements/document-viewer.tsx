import { useT } from '../../i18n/texts.tsx'
import { SafeHtml } from '../../ui/safe-html.tsx'
import styles from './document-viewer.module.css'
import type { Reading } from './use-document.ts'

/** A document: loaded, loading, or failed (S070). Uses plain elements only, because public pages show it too. */
export function DocumentViewer({ state, document, retry }: Reading & { retry: () => void }) {
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

/** Placeholder lines while the text loads. */
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
