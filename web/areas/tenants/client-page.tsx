import { Button } from '@mantine/core'
import { IconAddressBook, IconEye, IconSend } from '@tabler/icons-react'
import { Link, useParams } from '@tanstack/react-router'
import { getCompany } from '#contract/tenants/companies.ts'
import { useCall } from '../../api/hooks.ts'
import { useT } from '../../i18n/texts.tsx'
import { useMe } from '../../session/me.ts'
import { useModule } from '../../session/module.ts'
import { FailureNote } from '../../shells/failure-note.tsx'
import { PageHeader } from '../../shells/page-header.tsx'
import { StatusBadge } from '../../shells/status-badge.tsx'
import { NewCampaignButton, NoCampaigns } from '../campaigns/list/campaign-list-page.tsx'
import { CampaignsTable } from '../campaigns/list/campaigns-table.tsx'
import { useCampaignRights } from '../campaigns/use-rights.ts'
import { CompanyContact } from './company-contact.tsx'
import { clientListPath } from './paths.ts'
import styles from './tenants.module.css'

/** One client of an agency: who it is, its campaigns, the ways to its leads. */
export function ClientPage() {
  const t = useT()
  const me = useMe()
  const { companyId = '' } = useParams({ strict: false }) as { companyId?: string }
  const { mayCreate } = useCampaignRights()
  const company = useCall(getCompany, { params: { id: companyId } })
  const client = company.data?.data
  if (company.error && !client) return <FailureNote failure={company.error} onRetry={company.refetch} />
  return (
    <>
      <PageHeader
        title={client?.company_name ?? '…'}
        documentTitle={client?.company_name ?? t('Client')}
        badge={client?.payment_status === 'failed' && <StatusBadge tone="bad">{t('Payment Failed')}</StatusBadge>}
        description={<CompanyContact company={client} />}
        back={{ to: clientListPath, label: t('Client Management') }}
        actions={mayCreate && <NewCampaignButton clientId={companyId} />}
      />
      <ClientLinks clientId={companyId} />
      <CampaignsTable
        companyId={me.companyId}
        clientId={companyId}
        showsClient={false}
        empty={<NoCampaigns mayCreate={mayCreate} clientId={companyId} />}
      />
    </>
  )
}

function ClientLinks({ clientId }: { clientId: string }) {
  const t = useT()
  const { base } = useModule()
  const places = [
    { to: `${base}/leads`, label: t('Leads'), icon: IconAddressBook },
    { to: `${base}/visits`, label: t('Visits'), icon: IconEye },
    { to: `${base}/deliveries`, label: t('Deliveries'), icon: IconSend },
  ]
  return (
    <nav className={styles.links} aria-label={t('Of this client')}>
      {places.map(({ to, label, icon: Sign }) => (
        <Button
          key={to}
          variant="default"
          component={Link}
          to={to}
          search={{ client: clientId } as never}
          leftSection={<Sign size={16} stroke={1.75} />}
        >
          {label}
        </Button>
      ))}
    </nav>
  )
}
