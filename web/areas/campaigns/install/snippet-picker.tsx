import { Radio, Switch } from '@mantine/core'
import { useState } from 'react'
import { privacyChoicesPath } from '#contract/privacy/choices-path.ts'
import { snippet, type SnippetVariant } from '#contract/tracking/snippets.ts'
import { msg, useT, type Text } from '../../../i18n/texts.tsx'
import { CopyField } from '../../../shells/copy-field.tsx'
import { InstallGuides } from './install-guides.tsx'
import styles from './install.module.css'

const variants: readonly { value: SnippetVariant; name: Text; note: Text }[] = [
  { value: 'script', name: msg('Script'), note: msg('Place it before the closing head tag of every page.') },
  {
    value: 'queue',
    name: msg('Script with queue'),
    note: msg('For sites that call the pixel from code: calls made before it loads are queued.'),
  },
  {
    value: 'gtm',
    name: msg('Tag Manager'),
    note: msg('Create a Custom HTML tag with it in Google Tag Manager, triggered on all pages.'),
  },
  {
    value: 'noscript',
    name: msg('Image'),
    note: msg('In addition to the script, for visitors without JavaScript. It records that a page was reached.'),
  },
  {
    value: 'thank-you',
    name: msg('Thank-you page'),
    note: msg('Replaces the script on the order confirmation page and counts a conversion.'),
  },
]

type SnippetPickerProps = { pixelKey: string; campaignName: string; startsWithGtm: boolean }

/** No image tag for pixels that wait for consent, because an image cannot ask for it. */
export function SnippetPicker({ pixelKey, campaignName, startsWithGtm }: SnippetPickerProps) {
  const t = useT()
  const [choice, setChoice] = useState<SnippetVariant>(startsWithGtm ? 'gtm' : 'script')
  const [waitsForConsent, setWaitsForConsent] = useState(false)
  const [asksForConsent, setAsksForConsent] = useState(false)
  const consent = { waitsForConsent, asksForConsent }
  const variant = variants.find(({ value }) => value === choice)!
  const code = snippet(choice, { origin: location.origin, key: pixelKey, ...consent })
  return (
    <div className={styles.picker}>
      <Radio.Group aria-label={t('Code type')} value={choice} onChange={(value) => setChoice(value as SnippetVariant)}>
        <div className={styles.variants}>
          {variants.map(({ value, name }) => (
            <Radio.Card key={value} value={value} className={styles.variant}>
              {t(name)}
            </Radio.Card>
          ))}
        </div>
      </Radio.Group>
      {code === '' ? (
        <p className={styles.note}>{t('The image can’t wait for consent, so it isn’t available with this option.')}</p>
      ) : (
        <CopyField label={t(variant.name)} description={t(variant.note)} value={code} />
      )}
      <Switch
        label={t('Wait for consent')}
        description={t("The pixel does nothing until the site calls lid('consent', true).")}
        checked={waitsForConsent}
        disabled={asksForConsent}
        onChange={(event) => setWaitsForConsent(event.currentTarget.checked)}
      />
      <Switch
        label={t('Ask by a banner')}
        description={t(
          'For sites without a consent platform: the pixel asks visitors under your brand, in English or Arabic, and identifies nobody before they allow it.',
        )}
        checked={asksForConsent}
        disabled={waitsForConsent}
        onChange={(event) => setAsksForConsent(event.currentTarget.checked)}
      />
      <CopyField
        label={t('Link for the site’s privacy policy')}
        description={t('There, visitors opt out. Many states require such a link on every page with a pixel.')}
        value={`${location.origin}${privacyChoicesPath}`}
      />
      <InstallGuides pixelKey={pixelKey} campaignName={campaignName} consent={consent} />
    </div>
  )
}
