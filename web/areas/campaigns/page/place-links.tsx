import { Button, Group } from '@mantine/core'
import { IconAddressBook, IconEye, IconSend } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { useT } from '../../../i18n/texts.tsx'
import { useModule } from '../../../session/module.ts'

/** The ways from a campaign to what it made. */
export function PlaceLinks({ campaignId }: { campaignId: string }) {
  const t = useT()
  const { base } = useModule()
  const places = [
    { to: `${base}/leads`, label: t('Leads'), icon: IconAddressBook },
    { to: `${base}/visits`, label: t('Visits'), icon: IconEye },
    { to: `${base}/deliveries`, label: t('Deliveries'), icon: IconSend },
  ]
  return (
    <Group component="nav" gap="xs" aria-label={t('Of this campaign')}>
      {places.map(({ to, label, icon: Sign }) => (
        <Button
          key={to}
          variant="default"
          component={Link}
          to={to}
          search={{ campaign: campaignId } as never}
          leftSection={<Sign size={16} stroke={1.75} />}
        >
          {label}
        </Button>
      ))}
    </Group>
  )
}
