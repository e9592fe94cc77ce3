import { Button, Group, type MantineSpacing } from '@mantine/core'
import { IconAddressBook, IconEye, IconPlugConnected, IconSend } from '@tabler/icons-react'
import { opens } from '#contract/guards/judge.ts'
import { msg, useT } from '../../i18n/texts.tsx'
import { useMe } from '../../session/me.ts'
import { useModule } from '../../session/module.ts'
import { moduleLooks } from './modules/module-looks.ts'
import { PageLink } from '../../shells/page-link.tsx'

/** Links from a client or a campaign to its leads and visits; from a client also to its connections. */
export function PlaceLinks(props: {
  label: string
  search: { client: string } | { campaign: string }
  mb?: MantineSpacing
}) {
  const t = useT()
  const { base, module } = useModule()
  const { access } = useMe()
  const connections = { to: '/integrations', label: t('Integrations'), icon: IconPlugConnected }
  const places = [
    { to: `${base}/leads`, label: t('Leads'), icon: IconAddressBook },
    { to: `${base}/visits`, label: t(moduleLooks[module]?.events ?? msg('Visits')), icon: IconEye },
    { to: `${base}/deliveries`, label: t('Deliveries'), icon: IconSend },
    ...('client' in props.search && opens(access, connections.to) ? [connections] : []),
  ]
  return (
    <Group component="nav" gap="xs" mb={props.mb} aria-label={props.label}>
      {places.map(({ to, label, icon: Sign }) => (
        <Button
          key={to}
          variant="default"
          component={PageLink}
          to={to}
          search={props.search}
          leftSection={<Sign size={16} stroke={1.75} />}
        >
          {label}
        </Button>
      ))}
    </Group>
  )
}
