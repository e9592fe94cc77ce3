import { Switch, TextInput } from '@mantine/core'
import { siteHost } from '#contract/campaigns/site-url.ts'
import { useT } from '../../../../i18n/texts.tsx'
import { FormSection } from '../../../../shells/form-page.tsx'
import { Bdi } from '../../../../ui/bdi.tsx'
import type { SectionProps } from '../../setup/section-props.ts'
import styles from '../../setup/setup.module.css'

const webAddress = { type: 'url', inputMode: 'url', dir: 'ltr', maxLength: 2000 } as const

export function SiteSection({ form }: SectionProps) {
  const t = useT()
  return (
    <FormSection
      title={t('Website')}
      description={t('The site whose visitors become leads. You get the pixel for it after saving.')}
    >
      <div data-wide>
        <TextInput
          {...webAddress}
          label={t('Site address')}
          description={t('The page with the pixel, such as your home page.')}
          placeholder="https://www.example.com"
          {...form.getInputProps('siteUrl')}
        />
        <CountedHosts siteUrl={form.values.siteUrl} />
      </div>
      <div data-wide>
        <TextInput
          {...webAddress}
          label={t('Thank-you page')}
          description={t('The page shown after an order. Visitors who reach it have converted.')}
          placeholder="https://www.example.com/thank-you"
          {...form.getInputProps('thankYouUrl')}
        />
      </div>
      <div data-wide>
        <Switch
          label={t('The site uses Google Tag Manager')}
          description={t('You can then add the pixel as a tag, without editing pages.')}
          {...form.getInputProps('usesTagManager', { type: 'checkbox' })}
        />
      </div>
    </FormSection>
  )
}

/** Shows which hits will count, so that a typo is noticed before visits are lost. */
function CountedHosts({ siteUrl }: { siteUrl: string }) {
  const t = useT()
  const host = siteHost(siteUrl.trim())
  if (host === null) return null
  const other = host.startsWith('www.') ? host.slice(4) : `www.${host}`
  const hosts = host.includes('.') && /[a-z]/.test(host) ? [host, other] : [host]
  return (
    <p className={styles.hint}>
      {t('Hits from these hosts count:')} <Bdi>{hosts.join(', ')}</Bdi>
    </p>
  )
}
