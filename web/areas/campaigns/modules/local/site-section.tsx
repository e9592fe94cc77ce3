import { Switch, TextInput } from '@mantine/core'
import { completeSiteUrl, siteHost } from '#contract/campaigns/site-url.ts'
import { useT } from '../../../../i18n/texts.tsx'
import { FormSection } from '../../../../shells/form-page.tsx'
import { Bdi } from '../../../../ui/bdi.tsx'
import type { SectionProps } from '../../setup/section-props.ts'
import styles from '../../setup/setup.module.css'

const webAddress = { type: 'url', inputMode: 'url', dir: 'ltr', maxLength: 2000 } as const

/** Gives an address its scheme when the field is left; one that stays as typed keeps its message. */
function completeField(form: SectionProps['form'], field: 'siteUrl' | 'thankYouUrl'): void {
  const address = completeSiteUrl(form.values[field])
  if (address !== form.values[field]) form.setFieldValue(field, address)
}

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
          description={t('Needed to start. The page with the pixel, such as your home page.')}
          placeholder="https://www.example.com"
          {...form.getInputProps('siteUrl')}
          onBlur={() => completeField(form, 'siteUrl')}
        />
        <CountedHosts siteUrl={form.values.siteUrl} />
      </div>
    </FormSection>
  )
}

/** What else the program should know about the site. */
export function SiteDetailsSection({ form }: SectionProps) {
  const t = useT()
  return (
    <FormSection title={t('Conversions')} description={t('How the site tells that a visitor has ordered.')}>
      <div data-wide>
        <TextInput
          {...webAddress}
          label={t('Thank-you page')}
          description={t('The page shown after an order. Visitors who reach it have converted.')}
          placeholder="https://www.example.com/thank-you"
          {...form.getInputProps('thankYouUrl')}
          onBlur={() => completeField(form, 'thankYouUrl')}
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
  const host = siteHost(completeSiteUrl(siteUrl))
  if (host === null) return null
  const other = host.startsWith('www.') ? host.slice(4) : `www.${host}`
  const hosts = host.includes('.') && /[a-z]/.test(host) ? [host, other] : [host]
  return (
    <p className={styles.hint}>
      {t('Hits from these hosts count:')} <Bdi>{hosts.join(', ')}</Bdi>
    </p>
  )
}
