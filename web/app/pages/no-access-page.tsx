import { Button } from '@mantine/core'
import { IconLayoutDashboard } from '@tabler/icons-react'
import { useT } from '../../i18n/texts.tsx'
import { EmptyState } from '../../shells/empty-state.tsx'
import { PageHeader } from '../../shells/page-header.tsx'
import { useMe } from '../../session/me.ts'
import { Card } from '../../ui/card.tsx'
import { isOpen } from '../frame/menu.ts'
import { whatToDo } from './what-to-do.ts'
import { PageLink } from '../../shells/page-link.tsx'

/** Shown to users who cannot open any page yet, with what they can do about it. */
export function NoAccessPage() {
  const t = useT()
  const me = useMe()
  const task = whatToDo(me.access)
  return (
    <>
      <PageHeader title={t('Hello {name}', { name: me.name })} documentTitle={me.companyName} />
      <Card flush>
        <EmptyState
          icon={<IconLayoutDashboard size={22} stroke={1.6} />}
          title={task ? t('Your account is not ready yet') : t("You don't have access to anything yet")}
          hint={task ? t(task.text) : t('Ask your administrator for access to the pages you need.')}
          action={
            task?.to &&
            task.label &&
            isOpen(me, task.to) && (
              <Button component={PageLink} to={task.to} search={task.search}>
                {t(task.label)}
              </Button>
            )
          }
        />
      </Card>
    </>
  )
}
