import { Alert, Button, Group } from '@mantine/core'
import { IconHandStop } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import type { CampaignDetail } from '#contract/campaigns/campaign.ts'
import { getCampaign } from '#contract/campaigns/campaigns.ts'
import { releaseLeads } from '#contract/leads/hold.ts'
import { useAction } from '../../../api/hooks.ts'
import { useFormat } from '../../../i18n/format.ts'
import { msg, useT } from '../../../i18n/texts.tsx'
import { useMe } from '../../../session/me.ts'
import { useModule } from '../../../session/module.ts'
import { notifyDone, notifyFailed } from '../../../shells/notify.tsx'
import { inboxReads } from '../../inbox/inbox-reads.ts'

const heldTexts = {
  burst: msg('This campaign generated {count} leads within ten minutes, far more than usual ({time}).'),
  day: msg('This campaign has no lead limit and generated {count} leads in a day, far more than usual ({time}).'),
}

/** Explains why new leads are on hold, with two actions: check the visits or release the leads. */
export function LeadHold({ campaign, mayEdit }: { campaign: CampaignDetail; mayEdit: boolean }) {
  const t = useT()
  const format = useFormat()
  const me = useMe()
  const module = useModule()
  const release = useAction(releaseLeads, {
    invalidates: [getCampaign, ...inboxReads],
    onDone: () => notifyDone(t('Leads released')),
  })
  const { lead_hold: hold, campaignId: id } = campaign
  if (!hold) return null
  const free = (): void =>
    release.mutate({ body: { campaignId: id } }, { onError: (failure) => notifyFailed(failure.message) })
  return (
    <Alert color="red" icon={<IconHandStop size={18} stroke={1.75} />} title={t('New leads are on hold')}>
      <p>{t(heldTexts[hold.within], { count: format.number(hold.leads), time: format.dateTime(hold.since) })}</p>
      <p>
        {t('Check its visits. If they are real, release the leads: held visitors become leads on their next visit.')}
      </p>
      <Group gap="xs" mt="xs">
        <Button variant="default" size="xs" component={Link} to={`${module.base}/visits?campaign=${id}`}>
          {t('View visits')}
        </Button>
        {mayEdit && me.side === 'agency' && (
          <Button size="xs" onClick={free} loading={release.isPending}>
            {t('Release leads')}
          </Button>
        )}
      </Group>
    </Alert>
  )
}
