import { isSales } from '#contract/guards/access-context.ts'
import { getCompany } from '#contract/companies/companies.ts'
import { useCall } from '../../api/hooks.ts'
import { useT } from '../../i18n/texts.tsx'
import { useParam } from '../../session/address.ts'
import { useMe } from '../../session/me.ts'
import { InOrder } from '../../shells/in-order.tsx'
import { PageFailure } from '../../shells/page-failure.tsx'
import { StatusBadge } from '../../shells/status-badge.tsx'
import { NewCampaignButton, NoCampaigns } from '../campaigns/list/no-campaigns.tsx'
import { CampaignsTable } from '../campaigns/list/campaigns-table.tsx'
import { useCampaignRights } from '../../session/campaign-rights.ts'
import { CompanyCapCard } from '../leads/company-cap-card.tsx'
import { PlaceLinks } from '../campaigns/place-links.tsx'
import { ClientCharges } from '../billing/client-charges.tsx'
import { CompanyCredit } from '../billing/company-credit.tsx'
import { Invoices } from '../billing/invoices.tsx'
import { ReturnRuleCard } from '../returns/return-rule-card.tsx'
import { TaxDetailsCard } from '../taxes/tax-details-card.tsx'
import styles from './companies.module.css'
import { CompanyContact } from './company-contact.tsx'
import { CompanyHub } from './company-hub.tsx'

/** One client of an agency: its contact, its campaigns, and links to its leads. */
export function ClientPage() {
  const t = useT()
  const me = useMe()
  const companyId = useParam('companyId')
  const { mayCreate } = useCampaignRights()
  const company = useCall(getCompany, { params: { id: companyId } })
  const client = company.data?.data
  if (company.error && !client) return <PageFailure failure={company.error} onRetry={company.refetch} />
  return (
    <InOrder>
      <CompanyHub
        kind="client"
        parentId={me.companyId}
        companyId={companyId}
        company={client}
        title={client?.company_name ?? '…'}
        documentTitle={client?.company_name ?? t('Client')}
        badge={client?.payment_status === 'failed' && <StatusBadge tone="bad">{t('Payment Failed')}</StatusBadge>}
        description={<CompanyContact company={client} />}
        actions={mayCreate && <NewCampaignButton clientId={companyId} />}
      />
      {isSales(me.access) ? null : <Work companyId={companyId} />}
    </InOrder>
  )
}

/** The client's campaigns and leads, which sales staff may not see (R151). */
function Work({ companyId }: { companyId: string }) {
  const t = useT()
  const me = useMe()
  const { mayCreate } = useCampaignRights()
  return (
    <>
      <PlaceLinks label={t('Of this client')} search={{ client: companyId }} mb="lg" />
      <CampaignsTable
        companyId={me.companyId}
        clientId={companyId}
        module="all"
        showsClient={false}
        empty={<NoCampaigns mayCreate={mayCreate} clientId={companyId} />}
      />
      {me.side === 'agency' && me.may('settings.enable') && (
        <div className={styles.invoices}>
          <InOrder>
            {me.viewEndsAt === null && (
              <>
                <CompanyCredit companyId={companyId} maySettle={me.kind === 'agencyOwner'} />
                <Invoices
                  companyId={companyId}
                  maySettle={me.kind === 'agencyOwner'}
                  mayTry={me.kind === 'agencyOwner'}
                />
                <ClientCharges companyId={companyId} maySettle={me.kind === 'agencyOwner'} />
              </>
            )}
            <CompanyCapCard companyId={companyId} of="client" mayEdit={me.may('settings.update')} />
            <ReturnRuleCard companyId={companyId} mayEdit={me.may('settings.update')} />
            <TaxDetailsCard
              companyId={companyId}
              mayEdit={me.may('settings.update')}
              mayExempt={me.may('settings.update')}
            />
          </InOrder>
        </div>
      )}
    </>
  )
}
