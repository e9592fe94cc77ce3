import type { ReactNode } from 'react'
import type { BootBrand } from '#contract/branding/domain.ts'
import { privacyChoicesPath } from '#contract/privacy/choices-path.ts'
import type { Extent } from '../../i18n/prepare-locale.ts'
import { useT } from '../../i18n/texts.tsx'
import { useDocumentTitle } from '../../shells/document-title.ts'
import { BrandMark } from '../../ui/brand-mark.tsx'
import { DeviceChoices } from './device-choices.tsx'
import { LoginHero } from './login-hero.tsx'
import styles from './public-frame.module.css'

type PublicFrameProps = {
  brand: Pick<BootBrand, 'name' | 'logo_svg'>
  title: string
  lead?: ReactNode
  /** Which texts to load when the language changes. */
  extent: Extent
  children: ReactNode
}

/** The layout of all public pages: plain elements and its own style sheet (`npm run bench -- web` measures it). */
export function PublicFrame({ brand, title, lead, extent, children }: PublicFrameProps) {
  const t = useT()
  useDocumentTitle(`${title} · ${brand.name}`)
  return (
    <div className={styles.root}>
      <main className={styles.side}>
        <div className={styles.form}>
          <div className={styles.brand}>
            <BrandMark name={brand.name} logo_svg={brand.logo_svg} size="lg" />
            <bdi data-brand-name>{brand.name}</bdi>
          </div>
          <h1 className={styles.title}>{title}</h1>
          {lead && <p className={styles.lead}>{lead}</p>}
          {children}
        </div>
        <DeviceChoices extent={extent} />
        <p className={styles.documents}>
          <a href="/privacy-policy">{t('Privacy Policy')}</a>
          <a href="/term-of-use">{t('Terms of Use')}</a>
          <a href={privacyChoicesPath}>{t('Your privacy choices')}</a>
        </p>
      </main>
      <LoginHero name={brand.name} />
    </div>
  )
}
