import { Alert, Button, Group } from '@mantine/core'
import { IconHandStop } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { Link } from '@tanstack/react-router'
import type { CampaignDetail } from '#contract/campaigns/campaign.ts'
import { getCampaign } from '#contract/campaigns/campaigns.ts'
import { releaseLeads } from '#contract/leads/hold.ts'
import { askToVoid } from '#contract/returns/bursts.ts'
import { useAction } from '../../../../api/hooks.ts'
import { useFormat } from '../../../../i18n/format.ts'
import { msg, useT } from '../../../../i18n/texts.tsx'
import { useMe } from '../../../../session/me.ts'
import { useModule } from '../../../../session/module.ts'
import { notifyDone, notifyFailed } from '../../../../shells/notify.tsx'
import { inboxReads } from '../../../inbox/inbox-reads.ts'

const heldTexts = {
  burst: msg('This campaign generated {count} leads within ten minutes, far more than usual ({time}).'),
  day: msg('This campaign has no lead limit and generated {count} leads in a day, far more than usual ({time}).'),
}

interface HoldProps {
  campaign: CampaignDetail
  mayEdit: boolean
}

/** Explains why new leads are on hold: all of them, those that look forged, or both. */
export function LeadHold({ campaign, mayEdit }: HoldProps) {
  const t = useT()
  const format = useFormat()
  const { lead_hold: hold, apart_hold: apart } = campaign
  return (
    <>
      {hold && (
        <Hold campaign={campaign} mayEdit={mayEdit} which="usual" title={t('New leads are on hold')}>
          {t(heldTexts[hold.within], { count: format.number(hold.leads), time: format.dateTime(hold.since) })}
        </Hold>
      )}
      {apart && (
        <Hold campaign={campaign} mayEdit={mayEdit} which="apart" title={t('Leads that look forged are on hold')}>
          {t(
            'Their visitors hide where they come from, or are seconds old and bring an address ({time}). All other leads continue.',
            { time: format.dateTime(apart.since) },
          )}
        </Hold>
      )}
    </>
  )
}

/** One hold with its actions: check the visits, release the leads, or report them as forged. */
function Hold({
  campaign: { campaignId: id },
  mayEdit,
  which,
  title,
  children,
}: HoldProps & { which: 'usual' | 'apart'; title: string; children: ReactNode }) {
  const t = useT()
  const me = useMe()
  const module = useModule()
  const release = useAction(releaseLeads, {
    invalidates: [getCampaign, ...inboxReads],
    onDone: () => notifyDone(t('Leads released')),
  })
  const report = useAction(askToVoid, { invalidates: [getCampaign], onDone: () => notifyDone(t('Reported')) })
  const input = { body: { campaignId: id, which } }
  const onError = (failure: { message: string }): void => notifyFailed(failure.message)
  return (
    <Alert color="red" icon={<IconHandStop size={18} stroke={1.75} />} title={title} mb="sm">
      <p>{children}</p>
      <p>
        {t('Check its visits. If they are real, release the leads: held visitors become leads on their next visit.')}
        {mayEdit && me.side === 'agency' && (
          <> {t('If they are forged, report them: your operator can void them, which credits the client and you.')}</>
        )}
      </p>
      <Group gap="xs" mt="xs">
        <Button variant="default" size="xs" component={Link} to={`${module.base}/visits?campaign=${id}`}>
          {t('View visits')}
        </Button>
        {mayEdit && me.side === 'agency' && (
          <>
            <Button size="xs" onClick={() => release.mutate(input, { onError })} loading={release.isPending}>
              {t('Release leads')}
            </Button>
            <Button
              variant="default"
              size="xs"
              onClick={() => report.mutate(input, { onError })}
              loading={report.isPending}
              disabled={report.isSuccess}
            >
              {report.isSuccess ? t('Reported') : t('Report as forged')}
            </Button>
          </>
        )}
      </Group>
    </Alert>
  )
}
