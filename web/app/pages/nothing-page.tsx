import { IconLayoutDashboard } from '@tabler/icons-react'
import { useT } from '../../i18n/texts.tsx'
import { EmptyState } from '../../shells/empty-state.tsx'
import { PageHeader } from '../../shells/page-header.tsx'
import { useMe } from '../../session/me.ts'
import { Card } from '../../ui/card.tsx'

/** Where somebody lands for whom no page is open yet. */
export function NothingPage() {
  const t = useT()
  const me = useMe()
  return (
    <>
      <PageHeader title={t('Hello {name}', { name: me.name })} documentTitle={me.companyName} />
      <Card flush>
        <EmptyState
          icon={<IconLayoutDashboard size={22} stroke={1.6} />}
          title={t('Nothing is open to you here yet')}
          hint={t('Ask your administrator for access to the pages you need.')}
        />
      </Card>
    </>
  )
}
