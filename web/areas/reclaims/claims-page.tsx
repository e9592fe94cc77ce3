import { Button } from '@mantine/core'
import { IconHandStop } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { useT } from '../../i18n/texts.tsx'
import { useMe } from '../../session/me.ts'
import { PageHeader } from '../../shells/page-header.tsx'
import { ClaimsTable } from './claims-table.tsx'
import styles from './reclaims.module.css'
import { burstsPath } from '../../paths/reclaims.ts'
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
        links={
          <Button variant="default" component={Link} to={burstsPath} leftSection={<IconHandStop size={16} />}>
            {t('Reported bursts')}
          </Button>
        }
      />
      <div className={styles.parts}>
        <ClaimsTable />
        <ReportTable />
        <ShareRuleCard companyId={companyId} />
      </div>
    </>
  )
}
