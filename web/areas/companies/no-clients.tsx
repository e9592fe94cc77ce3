import { IconUsersGroup } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { useT } from '../../i18n/texts.tsx'
import { EmptyState } from '../../shells/empty-state.tsx'

/** `add`: the button that adds a client, for users who may. */
export function NoClients({ add }: { add: ReactNode }) {
  const t = useT()
  return (
    <EmptyState
      icon={<IconUsersGroup size={22} stroke={1.6} />}
      title={t('No clients yet')}
      hint={t('Add your first client. We’ll email an invitation.')}
      action={add}
    />
  )
}
