import { IconLayoutDashboard } from '@tabler/icons-react'
import { useT } from '../../i18n/texts.tsx'
import { EmptyState } from '../../shells/empty-state.tsx'
import { PageHeader } from '../../shells/page-header.tsx'
import { useMe } from '../../session/me.ts'
import { Card } from '../../ui/card.tsx'

/** Shown to users whose role opens no page: it says whom to ask. */
export function NoAccessPage() {
  const t = useT()
  const me = useMe()
  return (
    <>
      <PageHeader title={t('Hello {name}', { name: me.name })} documentTitle={me.companyName} />
      <Card flush>
        <EmptyState
          icon={<IconLayoutDashboard size={22} stroke={1.6} />}
          title={t("You don't have access to anything yet")}
          hint={t('Ask your administrator for access to the pages you need.')}
        />
      </Card>
    </>
  )
}
