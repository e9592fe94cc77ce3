import { isSales } from '#contract/guards/access-context.ts'
import { getCompany } from '#contract/companies/companies.ts'
import { useCall } from '../../api/hooks.ts'
import { msg, useT } from '../../i18n/texts.tsx'
import { useParam } from '../../session/address.ts'
import { useMe } from '../../session/me.ts'
import { InOrder } from '../../shells/in-order.tsx'
import { PageFailure } from '../../shells/page-failure.tsx'
import { ClientCharges } from '../billing/client-charges.tsx'
import { CompanyCredit } from '../billing/company-credit.tsx'
import { Invoices } from '../billing/invoices.tsx'
import { CompanyCapCard } from '../leads/company-cap-card.tsx'
import { ShareRuleCard } from '../reclaims/share-rule-card.tsx'
import { AgencyAnswers } from '../people/profile/questionnaire-answers.tsx'
import { AddCompany } from './add-company.tsx'
import { CompaniesTable } from './companies-table.tsx'
import { GroupsButton } from './groups/groups-button.tsx'
import { CompanyContact } from './company-contact.tsx'
import { CompanyHub } from './company-hub.tsx'
import { NoClients } from './no-clients.tsx'
import styles from './companies.module.css'

/** One agency as the root sees it: its clients. */
export function AgencyPage() {
  const t = useT()
  const me = useMe()
  const companyId = useParam('companyId')
  const company = useCall(getCompany, { params: { id: companyId } })
  const agency = company.data?.data
  if (company.error && !agency) return <PageFailure failure={company.error} onRetry={company.refetch} />
  return (
    <InOrder>
      <CompanyHub
        kind="agency"
        parentId={me.companyId}
        companyId={companyId}
        company={agency}
        title={agency?.company_name ?? '…'}
        documentTitle={agency?.company_name ?? t('Agency')}
        description={<CompanyContact company={agency} />}
        actions={
          agency && (
            <>
              <GroupsButton agencyId={agency.company_id} />
              <AddCompany kind="client" parentId={agency.company_id} />
            </>
          )
        }
      />
      <CompaniesTable
        parentId={companyId}
        type="client"
        label={t('Clients')}
        searchLabel={msg('Search clients')}
        empty={<NoClients add={<AddCompany kind="client" parentId={companyId} />} />}
      />
      {!isSales(me.access) && (
        <>
          {me.may('settings.enable') && me.viewEndsAt === null && <Money companyId={companyId} />}
          <div className={styles.invoices}>
            <CompanyCapCard companyId={companyId} of="agency" mayEdit={me.may('settings.update')} />
          </div>
          {me.may('settings.enable') && (
            <div className={styles.invoices}>
              <ShareRuleCard companyId={companyId} />
            </div>
          )}
          <AgencyAnswers companyId={companyId} />
        </>
      )}
    </InOrder>
  )
}

/** The agency's invoices, and its credit and charges outside of them. */
function Money({ companyId }: { companyId: string }) {
  const maySettle = useMe().may('settings.update')
  return (
    <div className={styles.invoices}>
      <InOrder>
        <CompanyCredit companyId={companyId} maySettle={maySettle} />
        <Invoices companyId={companyId} maySettle={maySettle} mayTry={maySettle} />
        <ClientCharges companyId={companyId} maySettle={maySettle} />
      </InOrder>
    </div>
  )
}
