import { Alert, Button, Group } from '@mantine/core'
import { IconFilter } from '@tabler/icons-react'
import { listCompanyGroups } from '#contract/companies/groups.ts'
import { useCall } from '../../api/hooks.ts'
import { useT } from '../../i18n/texts.tsx'
import { selectedGroup, selectGroup } from '../../session/group.ts'
import { useMe } from '../../session/me.ts'
import { Bdi } from '../../ui/bdi.tsx'

/** Shown above a list that is filtered by a client group (R058): names the group and clears the filter. */
export function GroupNote() {
  const t = useT()
  const me = useMe()
  const groupId = selectedGroup(me)
  const query = { companyId: me.companyId, userModule: 'LeadsPeek' as const }
  const { data } = useCall(listCompanyGroups, { query }, { enabled: groupId !== 'all' })
  if (groupId === 'all') return null
  const name = data?.data.find((one) => one.groupId === groupId)?.groupName
  return (
    <Alert color="blue" mb="md" icon={<IconFilter size={18} stroke={1.75} />} role="status">
      <Group justify="space-between" gap="xs">
        <span>
          {t('Only clients of this group are shown:')} <strong>{name ? <Bdi>{name}</Bdi> : '…'}</strong>
        </span>
        <Button variant="default" size="xs" onClick={() => selectGroup(me, 'all')}>
          {t('Show all clients')}
        </Button>
      </Group>
    </Alert>
  )
}
