import { Anchor, Select, Skeleton } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { getCampaignResource, maxLinkedCampaigns, type Organization } from '#contract/audiences/organizations.ts'
import { useCall } from '../../api/hooks.ts'
import { useFormat } from '../../i18n/format.ts'
import { useT } from '../../i18n/texts.tsx'
import { useModule } from '../../session/module.ts'
import { FailureNote } from '../../shells/failure-note.tsx'
import { Bdi } from '../../ui/bdi.tsx'
import { campaignPath } from '../../paths/campaigns.ts'
import { CampaignStatusBadge } from '../../shells/owners/campaign-status.tsx'
import styles from './audiences.module.css'

/** The campaigns linked to an external campaign or a whole organization, with the number of their leads. */
export function ResourceView({ organization }: { organization: Organization }) {
  const t = useT()
  const format = useFormat()
  const module = useModule()
  const [campaign, setCampaign] = useState('all')
  const { organizationId: org } = organization
  const resource = useCall(getCampaignResource, { params: { org, campaign } }, { keepPrevious: true })
  const details = resource.data?.data
  return (
    <div className={styles.resource}>
      <div className={styles.choice}>
        <Select
          aria-label={t('External campaigns')}
          data={[
            { value: 'all', label: t('All external campaigns') },
            ...organization.campaigns.map((one) => ({ value: one.externalCampaignId, label: one.campaignName })),
          ]}
          value={campaign}
          onChange={(next) => setCampaign(next ?? 'all')}
          allowDeselect={false}
        />
        {details && (
          <strong className={styles.leads}>
            {t('{count, plural, one {# lead} other {# leads}}', { count: details.leads })}
          </strong>
        )}
      </div>
      {resource.error && !details && <FailureNote failure={resource.error} onRetry={resource.refetch} />}
      {!details && !resource.error && <Skeleton height={44} radius="md" />}
      {details?.campaigns.length === 0 && (
        <p className={styles.hint}>{t('No campaign is linked to it yet. Choose it in a campaign’s settings.')}</p>
      )}
      {details && details.campaigns.length > 0 && (
        <ul className={styles.linked}>
          {details.campaigns.map((one) => (
            <li key={one.campaignId}>
              <Anchor component={Link} to={campaignPath(module, one.campaignId)}>
                <Bdi>{one.campaignName}</Bdi>
              </Anchor>
              <CampaignStatusBadge {...one} />
              <span className={styles.leads}>{format.number(one.leads)}</span>
            </li>
          ))}
        </ul>
      )}
      {details && details.campaigns.length >= maxLinkedCampaigns && (
        <p className={styles.hint}>{t('The first {most} by name.', { most: format.number(maxLinkedCampaigns) })}</p>
      )}
    </div>
  )
}
