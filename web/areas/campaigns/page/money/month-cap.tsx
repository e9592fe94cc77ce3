import { Alert, Button } from '@mantine/core'
import { IconCoin } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import type { CampaignDetail } from '#contract/campaigns/campaign.ts'
import { readMonthCap, type MonthCap } from '#contract/leads/month-cap.ts'
import { useCall } from '../../../../api/hooks.ts'
import { useFormat } from '../../../../i18n/format.ts'
import { isolate } from '../../../../i18n/isolate.ts'
import { msg, useT } from '../../../../i18n/texts.tsx'
import { useMe } from '../../../../session/me.ts'
import { useModule } from '../../../../session/module.ts'
import { StatTile, StatTiles } from '../../../../shells/stat-tile.tsx'
import { Bar } from '../../../../ui/bar.tsx'
import { clientPath } from '../../../../paths/companies.ts'
import { editPath } from '../../../../paths/campaigns.ts'

/** `useLiveCampaign` refreshes it for the client's leads; polling covers the agency's other clients and edits. */
const lookAgain_ms = 60_000

/** How much of a campaign's cap is used, and which higher caps are reached; undefined until loaded. */
function useMonthCap({ campaignId }: CampaignDetail): MonthCap | undefined {
  const answer = useCall(
    readMonthCap,
    { params: { id: campaignId } },
    { alwaysFresh: true, refetchEvery_ms: lookAgain_ms },
  )
  return answer.data?.data
}

/** How much of this month's cap is used, and when it resets. */
export function MonthCapTile({ campaign }: { campaign: CampaignDetail }) {
  const t = useT()
  const format = useFormat()
  const cap = useMonthCap(campaign)
  if (campaign.month_cap_cents === 0) return null
  return (
    <StatTiles>
      <StatTile
        label={t('Spend cap')}
        value={cap && format.money(cap.used_cents)}
        note={
          cap && (
            <>
              {t('of {cap} this month, resets on {date}', {
                cap: isolate(format.money(cap.cap_cents)),
                date: format.date(cap.anew_on),
              })}
              <Bar share={cap.used_cents / cap.cap_cents} />
            </>
          )
        }
      />
    </StatTiles>
  )
}

/** Why leads have stopped, and until when. */
export function MonthCapMet({ campaign, mayEdit }: { campaign: CampaignDetail; mayEdit: boolean }) {
  const cap = useMonthCap(campaign)
  return (
    <>
      {cap?.is_met && <OwnMet campaign={campaign} cap={cap} mayEdit={mayEdit} />}
      {cap?.above.map((one) => (
        <AboveMet key={one.of} campaign={campaign} {...one} />
      ))}
    </>
  )
}

/** The client's or the agency's cap has been reached; clients are not told about the agency's. */
function AboveMet({ of, anew_on, campaign }: MonthCap['above'][number] & { campaign: CampaignDetail }) {
  const t = useT()
  const format = useFormat()
  const { side, may } = useMe()
  const date = format.date(anew_on)
  const isOwn = of === 'client' && side === 'client'
  const ofClient = isOwn
    ? t('Another lead would exceed the cap for all your campaigns. Leads resume on {date}.', {
        date,
      })
    : t('Another lead would exceed the cap for all of this client’s campaigns. Leads resume on {date}.', {
        date,
      })
  return (
    <Alert color="yellow" icon={<IconCoin size={18} stroke={1.75} />} title={t(isOwn ? ownTitle : aboveTitles[of])}>
      {of === 'client'
        ? ofClient
        : t('Another lead would exceed the cap for all of the agency’s leads. Leads resume on {date}.', {
            date,
          })}
      {/* The operator sets the agency's cap, but has no campaign pages. */}
      {of === 'client' && side === 'agency' && may('settings.enable') && may('settings.update') && (
        <ChangeCap to={clientPath(campaign.company_id)} />
      )}
    </Alert>
  )
}

const ownTitle = msg('This month’s spend cap is reached')
const aboveTitles = {
  client: msg('The client’s spend cap for this month is reached'),
  agency: msg('The agency’s spend cap for this month is reached'),
}

function OwnMet({ campaign, cap, mayEdit }: { campaign: CampaignDetail; cap: MonthCap; mayEdit: boolean }) {
  const t = useT()
  const format = useFormat()
  const module = useModule()
  return (
    <Alert color="yellow" icon={<IconCoin size={18} stroke={1.75} />} title={t(ownTitle)}>
      {t('Another lead would exceed this campaign’s cap of {cap}. Leads resume on {date}.', {
        cap: isolate(format.money(cap.cap_cents)),
        date: format.date(cap.anew_on),
      })}
      {mayEdit && campaign.status !== 'archived' && <ChangeCap to={editPath(module, campaign.campaignId)} />}
    </Alert>
  )
}

function ChangeCap({ to }: { to: string }) {
  const t = useT()
  return (
    <Button display="block" w="fit-content" variant="default" size="xs" mt="xs" component={Link} to={to}>
      {t('Change the cap')}
    </Button>
  )
}
