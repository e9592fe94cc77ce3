import { SegmentedControl } from '@mantine/core'
import { useState, type CSSProperties } from 'react'
import { msg, useT, type Text } from '../../../i18n/texts.tsx'
import { letterOf, logoSource } from '../../../ui/logo.ts'
import { fontFamilyOf } from '#contract/branding/fonts.ts'
import { lookProperties, type BrandLook } from '../../../ui/theme/brand-looks.ts'
import { TitledCard } from '../../../ui/titled-card.tsx'
import styles from './brand-preview.module.css'

const views = ['login', 'leads', 'mail'] as const
type View = (typeof views)[number]
const viewNames: Readonly<Record<View, Text>> = { login: msg('Login'), leads: msg('Leads'), mail: msg('Mail') }

type PreviewProps = {
  name: string
  brand: BrandLook
  /** The stored drawing, the data URL of a new picture, or null or empty for none. */
  logo: string | null
  isDrawn: boolean
}

/** Previews the login, leads and an email in both themes before saving. */
export function BrandPreview({ name, brand, logo, isDrawn }: PreviewProps) {
  const t = useT()
  const [view, setView] = useState<View>('login')
  const [scheme, setScheme] = useState<'light' | 'dark'>('light')
  const source = logo ? (isDrawn ? logoSource(logo) : logo) : null
  const sample = { name: name.trim() || '…', source }
  return (
    <TitledCard title={t('Preview')}>
      <div className={styles.choices}>
        <SegmentedControl
          aria-label={t('What to show')}
          value={view}
          onChange={(value) => setView(value as View)}
          data={views.map((value) => ({ value, label: t(viewNames[value]) }))}
        />
        {view !== 'mail' && (
          <SegmentedControl
            aria-label={t('Theme')}
            value={scheme}
            onChange={(value) => setScheme(value as 'light' | 'dark')}
            data={[
              { value: 'light', label: t('Light theme') },
              { value: 'dark', label: t('Dark theme') },
            ]}
          />
        )}
      </div>
      <div
        className={styles.stage}
        data-scheme={view === 'mail' ? 'light' : scheme}
        style={styleOf(brand, scheme)}
        aria-hidden="true"
      >
        {view === 'login' && <LoginPreview {...sample} />}
        {view === 'leads' && <LeadsPreview {...sample} />}
        {view === 'mail' && <MailPreview {...sample} color={brand.brand_color} />}
      </div>
    </TitledCard>
  )
}

const names = [
  'fill',
  'on-fill',
  'text',
  'tint',
  'template',
  'box',
  'link',
  'sidebar',
  'sidebar-text',
  'sidebar-active',
]

/** One theme's brand properties under the preview's own names, so that the page around it keeps its brand. */
function styleOf(brand: BrandLook, scheme: 'light' | 'dark'): CSSProperties {
  const all = lookProperties(brand)
  const colors = names.map((name) => [`--p-${name}`, all[`--brand-${scheme}-${name}`]])
  const family = fontFamilyOf(brand.font)
  return {
    ...Object.fromEntries(colors.filter(([, value]) => value !== undefined)),
    '--p-hero-from': all['--brand-hero-from'],
    '--p-hero-to': all['--brand-hero-to'],
    fontFamily: family === 'system-ui' ? 'system-ui, sans-serif' : `'${family}', sans-serif`,
  } as CSSProperties
}

type Shown = { name: string; source: string | null }

function Mark({ name, source }: Shown) {
  return (
    <span className={styles.brand}>
      {source ? <img src={source} alt="" /> : <span className={styles.letter}>{letterOf(name)}</span>}
      <bdi>{name}</bdi>
    </span>
  )
}

function LoginPreview(sample: Shown) {
  const t = useT()
  return (
    <div className={styles.login}>
      <div className={styles.box}>
        <Mark {...sample} />
        <strong>{t('Welcome back')}</strong>
        <span className={styles.quiet}>{t('Sign in to manage your campaigns and leads.')}</span>
        <span className={styles.input} />
        <span className={styles.input} />
        <span className={styles.button}>{t('Sign in')}</span>
        <span className={styles.link}>{t('Forgot password?')}</span>
      </div>
      <div className={styles.hero} />
    </div>
  )
}

function LeadsPreview(sample: Shown) {
  const t = useT()
  return (
    <div className={styles.app}>
      <div className={styles.top}>
        <Mark {...sample} />
      </div>
      <div className={styles.menu}>
        <span>{t('Campaigns')}</span>
        <span data-active>{t('Leads')}</span>
        <span>{t('Visits')}</span>
      </div>
      <div className={styles.page}>
        <strong>{t('Leads')}</strong>
        <div className={styles.rows}>
          {[72, 58, 66].map((width) => (
            <div key={width}>
              <span className={styles.link} style={{ inlineSize: `${width}%` }} data-bar />
              <span className={styles.badge} />
            </div>
          ))}
        </div>
        <span className={styles.button}>{t('Export')}</span>
      </div>
    </div>
  )
}

function MailPreview({ name, color }: Shown & { color: string }) {
  const t = useT()
  return (
    <div className={styles.mail}>
      <div style={{ background: color }} />
      <strong>{t('A new lead')}</strong>
      <span className={styles.quiet}>{t('Someone visited your site and became a lead.')}</span>
      <bdi className={styles.quiet}>{name}</bdi>
    </div>
  )
}
