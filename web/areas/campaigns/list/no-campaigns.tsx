import { Button } from '@mantine/core'
import { IconPlus, IconWorldSearch } from '@tabler/icons-react'
import { opens } from '#contract/guards/judge.ts'
import { readReportChart } from '#contract/reports/dashboard.ts'
import { useCall } from '../../../api/hooks.ts'
import { serverNow_ms } from '../../../api/server-clock.ts'
import { isolate } from '../../../i18n/isolate.ts'
import { joinWords, useT } from '../../../i18n/texts.tsx'
import { useMe } from '../../../session/me.ts'
import { modulePlaces, useModule, type ModulePlace } from '../../../session/module.ts'
import { EmptyState } from '../../../shells/empty-state.tsx'
import { lastDays, reportToday } from '../../../shells/last-days.ts'
import { PageLink } from '../../../shells/page-link.tsx'
import { newPath } from '../../../paths/campaigns.ts'

const leadDays = 30

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

/** Of a client's campaigns if `clientId` is given, else of the user's own in the current module. */
export function NoCampaigns({ mayCreate, clientId }: { mayCreate: boolean; clientId?: string }) {
  const t = useT()
  const { access } = useMe()
  const module = useModule()
  const others = modulePlaces().filter(
    (place) => place.module !== module.module && access.campaignModules.includes(place.module),
  )
  const elsewhere = clientId === undefined ? others.filter(({ base }) => opens(access, `${base}/dashboard`)) : []
  if (elsewhere.length > 0) return <CampaignsElsewhere module={module} places={elsewhere} mayCreate={mayCreate} />
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

/** An empty module says where the campaigns are, and how many leads they had. */
function CampaignsElsewhere({
  module,
  places,
  mayCreate,
}: {
  module: ModulePlace
  places: readonly ModulePlace[]
  mayCreate: boolean
}) {
  const t = useT()
  const names = joinWords(
    places.map(({ name }) => isolate(name)),
    t,
  )
  return (
    <EmptyState
      icon={<IconWorldSearch size={22} stroke={1.6} />}
      title={t('Your leads are in {modules}', { modules: names })}
      hint={
        <>
          <div>{t('No {module} campaigns', { module: isolate(module.name) })}</div>
          {places.map((place) => (
            <LeadsThere key={place.base} place={place} />
          ))}
        </>
      }
      action={
        <>
          {places.map(({ base, name }) => (
            <Button key={base} component={PageLink} to={`${base}/dashboard`}>
              {t('Go to {module}', { module: isolate(name) })}
            </Button>
          ))}
          {mayCreate && <NewCampaignButton />}
        </>
      }
    />
  )
}

/** What the dashboard of another module counts in the period that it shows first. */
function LeadsThere({ place: { module, name } }: { place: ModulePlace }) {
  const t = useT()
  const { companyId } = useMe()
  const { start, end } = lastDays(reportToday(serverNow_ms()), leadDays)
  const chart = useCall(readReportChart, {
    params: { companyId, clientId: 'all', start, end },
    query: { moduleType: module },
  })
  if (!chart.data) return null
  return (
    <div>
      {t('{module}: {count, plural, one {# lead} other {# leads}} in {days} days', {
        module: isolate(name),
        count: chart.data.total.leads,
        days: leadDays,
      })}
    </div>
  )
}
