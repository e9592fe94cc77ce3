import { Button } from '@mantine/core'
import { IconPlus, IconWorldSearch } from '@tabler/icons-react'
import { useT } from '../../../i18n/texts.tsx'
import { useModule } from '../../../session/module.ts'
import { EmptyState } from '../../../shells/empty-state.tsx'
import { PageLink } from '../../../shells/page-link.tsx'
import { newPath } from '../paths.ts'

/** `clientId`: the new campaign's client, if known. */
export function NewCampaignButton({ clientId }: { clientId?: string }) {
  const t = useT()
  const module = useModule()
  return (
    <Button
      component={PageLink}
      to={newPath(module)}
      search={clientId ? { client: clientId } : {}}
      leftSection={<IconPlus size={16} stroke={2} />}
    >
      {t('New campaign')}
    </Button>
  )
}

export function NoCampaigns({ mayCreate, clientId }: { mayCreate: boolean; clientId?: string }) {
  const t = useT()
  return (
    <EmptyState
      icon={<IconWorldSearch size={22} stroke={1.6} />}
      title={t('No campaigns yet')}
      hint={
        mayCreate
          ? t('Create your first: name the site, choose who becomes a lead, and add the pixel.')
          : t('Your agency creates campaigns for you. Ask them to start the first one.')
      }
      action={mayCreate && <NewCampaignButton clientId={clientId} />}
    />
  )
}
