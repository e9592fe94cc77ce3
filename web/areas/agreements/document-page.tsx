import { useLingui } from '@lingui/react'
import { useEffect } from 'react'
import { publicDocuments, type DocumentName } from '#contract/agreements/document-names.ts'
import { msg, useT, type Text as Sentence } from '../../i18n/texts.tsx'
import { brand } from '../../session/boot.ts'
import { BrandMark } from '../../ui/brand-mark.tsx'
import { DeviceChoices } from '../sign-in/device-choices.tsx'
import styles from './document-page.module.css'
import { DocumentViewer } from './document-viewer.tsx'
import { useDocument } from './use-document.ts'

/** Link texts used before the documents' own titles are known. */
const names: Readonly<Record<(typeof publicDocuments)[number], Sentence>> = {
  'privacy-policy': msg('Privacy Policy'),
  'term-of-use': msg('Terms of Use'),
  'service-billing-agreement': msg('Service and Billing Agreement'),
  'marketing-services-agreement-developer': msg('Marketing Services Agreement for Developers'),
}

/** One of the four public documents (R019, R020). Inside a dialog's frame, only its text. */
export function DocumentPage({ params }: { params: Readonly<Record<string, string>> }) {
  const t = useT()
  const name = params['document'] as keyof typeof names
  const reading = useDocument(name as DocumentName)
  const { name: brandName, logo_svg } = brand()
  const title = reading.document?.title ?? t(names[name])
  useEffect(() => {
    document.title = `${title} · ${brandName}`
  }, [title, brandName])
  const isFramed = window.top !== window.self
  // The page around the frame already has a main landmark.
  const Text = isFramed ? 'article' : 'main'
  return (
    <div className={styles.root} data-framed={isFramed || undefined}>
      {!isFramed && (
        <header className={styles.head}>
          <a href="/" className={styles.brand}>
            <BrandMark name={brandName} logo_svg={logo_svg} />
            <bdi>{brandName}</bdi>
          </a>
          <div className={styles.choices}>
            <DeviceChoices extent="public" />
          </div>
        </header>
      )}
      <Text className={styles.main}>
        <h1 className={styles.title}>{title}</h1>
        <Issue reading={reading} />
        <DocumentViewer {...reading} />
      </Text>
      {!isFramed && (
        <nav className={styles.foot} aria-label={t('Documents')}>
          {publicDocuments.map((each) => (
            <a key={each} href={`/${each}`} aria-current={each === name ? 'page' : undefined}>
              {t(names[each])}
            </a>
          ))}
        </nav>
      )}
    </div>
  )
}

/** The document's version and effective date. */
function Issue({ reading }: { reading: ReturnType<typeof useDocument> }) {
  const t = useT()
  const { i18n } = useLingui()
  if (!reading.document) return null
  const { version, published_at } = reading.document
  const date = new Intl.DateTimeFormat(i18n.locale === 'ar' ? 'ar-u-nu-latn' : 'en-US', {
    dateStyle: 'long',
    timeZone: 'UTC',
  }).format(new Date(published_at))
  return <p className={styles.issue}>{t('Version {version} of {date}', { version, date })}</p>
}
