import { TagsInput } from '@mantine/core'
import { longestGoal, maxGoals } from '#contract/campaigns/module-fields/site.ts'
import { useT } from '../../../../i18n/texts.tsx'
import { FormSection } from '../../../../shells/form-page.tsx'
import { LinesField } from '../../setup/lines-field.tsx'
import type { SectionProps } from '../../setup/section-props.ts'
import { SiteDetailsSection } from './site-section.tsx'

/** Form sections: further sites, and which visits count. */
export function SiteSections({ form }: SectionProps) {
  return (
    <>
      <SiteDetailsSection form={form} />
      <MoreSitesSection form={form} />
      <PagesSection form={form} />
      <GoalsSection form={form} />
      <AddressesSection form={form} />
    </>
  )
}

/** IP addresses whose visits are counted but never become leads. */
function AddressesSection({ form }: SectionProps) {
  const t = useT()
  return (
    <FormSection
      title={t('Excluded addresses')}
      description={t('Visits from these IP addresses are counted but never become leads, such as your own office.')}
    >
      <LinesField
        form={form}
        name="excludeAddresses"
        label={t('IP addresses')}
        description={t('One address or range per line. The pixel can’t be tested from them.')}
        placeholder={'203.0.113.7\n198.51.100.0/24\n2001:db8:1::/48'}
      />
    </FormSection>
  )
}

/** Site events that count as the campaign's goals. */
function GoalsSection({ form }: SectionProps) {
  const t = useT()
  return (
    <FormSection
      title={t('Goals')}
      description={t(
        'What visitors should do on the site. The campaign page counts these events and the leads behind them.',
      )}
    >
      <div data-wide>
        <TagsInput
          label={t('Events that are goals')}
          description={t('Event names as sent by the site’s pages. Press Enter after each.')}
          placeholder={form.values.eventGoals.length === 0 ? 'signed_up' : undefined}
          maxTags={maxGoals}
          maxLength={longestGoal}
          acceptValueOnBlur
          {...form.getInputProps('eventGoals')}
        />
      </div>
    </FormSection>
  )
}

/** Additional sites of the campaign. */
function MoreSitesSection({ form }: SectionProps) {
  const t = useT()
  return (
    <FormSection
      title={t('More sites')}
      description={t('Other sites whose visitors become leads in this campaign. Each gets its own pixel.')}
    >
      <LinesField
        form={form}
        name="moreSites"
        label={t('Additional site URLs')}
        description={t('One URL per line. Removing or changing a URL disables its pixel.')}
        placeholder={'https://shop.example.com\nhttps://www.example.org'}
      />
    </FormSection>
  )
}

/** Pages of the site on which visitors become leads. */
function PagesSection({ form }: SectionProps) {
  const t = useT()
  return (
    <FormSection
      title={t('Pages')}
      description={t('The pages where visitors become leads. Visits to other pages and conversions are still counted.')}
    >
      <LinesField
        form={form}
        name="includePages"
        maxRows={10}
        label={t('Only these pages')}
        description={t(
          'One page per line: a path, or a host and path. Use * as a wildcard. Leave blank for all pages.',
        )}
        placeholder={'/pricing*\n/blog/*\nshop.example.com/*'}
      />
      <LinesField
        form={form}
        name="excludePages"
        maxRows={10}
        label={t('Not these pages')}
        description={t('Same format. These override the pages above.')}
        placeholder={'/careers*\n*.example.com/help/*'}
      />
    </FormSection>
  )
}
