import { useT } from '../../i18n/texts.tsx'
import { useMe } from '../../session/me.ts'
import { InOrder } from '../../shells/in-order.tsx'
import { PageHeader } from '../../shells/page-header.tsx'
import { ClaimsTable } from './claims-table.tsx'
import styles from './reclaims.module.css'
import { ReportTable } from './report-table.tsx'
import { ShareRuleCard } from './share-rule-card.tsx'

/** `/configuration/share-claims`: what agencies want back of the operator's share, and what they got. */
export function ClaimsPage() {
  const t = useT()
  const { companyId } = useMe()
  return (
    <>
      <PageHeader
        title={t('Claims')}
        description={t('What agencies want back of your wholesale revenue for returned, excluded and refunded leads.')}
      />
      <div className={styles.parts}>
        <InOrder>
          <ClaimsTable />
          <ReportTable />
          <ShareRuleCard companyId={companyId} />
        </InOrder>
      </div>
    </>
  )
}
