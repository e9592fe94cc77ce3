import { isolate } from '../../i18n/isolate.ts'
import { useT } from '../../i18n/texts.tsx'
import { useMe } from '../../session/me.ts'
import { PageHeader } from '../../shells/page-header.tsx'
import { AgreementsTable } from './agreements-table.tsx'

/** Agreements that the signed-in user's company and its users have accepted. */
export function AgreementsPage() {
  const t = useT()
  const me = useMe()
  return (
    <>
      <PageHeader
        title={t('Agreements')}
        description={t('Agreements {company} accepted, with their certificates.', { company: isolate(me.companyName) })}
      />
      <AgreementsTable companyId={me.companyId} />
    </>
  )
}
