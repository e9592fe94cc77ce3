import { createCampaign, listCampaigns } from '#contract/campaigns/campaigns.ts'
import { listDrafts } from '#contract/campaigns/ready.ts'
import { getCompany, listCompanies } from '#contract/companies/companies.ts'
import { useAction } from '../../../api/hooks.ts'
import { serverNow_ms } from '../../../api/server-clock.ts'
import { useT } from '../../../i18n/texts.tsx'
import { useSearchText } from '../../../session/address.ts'
import { useMe } from '../../../session/me.ts'
import { useModule } from '../../../session/module.ts'
import { dateIn } from '../../../shells/last-days.ts'
import { throwServerBusy } from '../../../shells/throw-server-busy.ts'
import { PageHeader } from '../../../shells/page-header.tsx'
import { notifyDone } from '../../../shells/notify.tsx'
import { ModuleGate } from '../module-gate.tsx'
import { listPath } from '../../../paths/campaigns.ts'
import { CampaignFormPage } from './campaign-form-page.tsx'
import { creationOf, newValues } from './campaign-form.ts'
import { TeamGate } from '../../../shells/team-gate.tsx'

/** `?client=` preselects the client, for links from a client's page. */
export function CampaignNewPage() {
  return (
    <ModuleGate>
      <TeamGate operation={createCampaign}>
        <NewCampaign />
      </TeamGate>
    </ModuleGate>
  )
}

function NewCampaign() {
  const t = useT()
  const me = useMe()
  const module = useModule()
  const client = useSearchText('client')
  const isClient = me.side === 'client'
  const create = useAction(createCampaign, {
    invalidates: [listCampaigns, listDrafts, listCompanies, getCompany],
    onDone: () => notifyDone(t('Data has been added successfully')),
  })
  const initialValues = newValues(module.module, {
    clientId: isClient ? me.companyId : typeof client === 'string' ? client : '',
    timeZone: me.timeZone,
    today: dateIn(me.timeZone, serverNow_ms()),
    recipient: isClient ? me.email : '',
  })
  return (
    <>
      <PageHeader title={t('Build Your Campaign')} description={module.name} />
      <CampaignFormPage
        initialValues={initialValues}
        isNew
        choosesClient={!isClient}
        maySetPrices={!isClient}
        wholesale={undefined}
        minimumPrice={undefined}
        maximumPrice={undefined}
        clientPrice={undefined}
        advancedPrice={undefined}
        people={undefined}
        questions={undefined}
        submitLabel={t('Create campaign')}
        send={(values) =>
          create.mutateAsync({ body: creationOf(module.module, values, !isClient) }).catch(throwServerBusy)
        }
        cancelTo={listPath(module)}
      />
    </>
  )
}
