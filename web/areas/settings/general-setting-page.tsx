import { Skeleton } from '@mantine/core'
import { Suspense } from 'react'
import { getCompany } from '#contract/companies/companies.ts'
import { useCall } from '../../api/hooks.ts'
import { useT } from '../../i18n/texts.tsx'
import { useSearchText } from '../../session/address.ts'
import { useMe } from '../../session/me.ts'
import { Bdi } from '../../ui/bdi.tsx'
import { PageFailure } from '../../shells/page-failure.tsx'
import { PageHeader } from '../../shells/page-header.tsx'
import { SectionMenu } from './section-menu.tsx'
import { sections } from './sections.ts'
import type { SettingsTarget } from '../../shells/settings/settled.ts'
import styles from './general-setting-page.module.css'

/** General Settings (S055): one section at a time, selected by the URL. */
export function GeneralSettingPage() {
  const me = useMe()
  const company = useSearchText('company') ?? ''
  // The root can edit its agencies' settings too; everyone else only their own.
  if (me.side === 'root' && company !== '' && company !== me.companyId) return <AgencySettings companyId={company} />
  return <Settings company={{ companyId: me.companyId, isAgency: me.side === 'agency' }} />
}

function AgencySettings({ companyId }: { companyId: string }) {
  const agency = useCall(getCompany, { params: { id: companyId } })
  if (agency.error && !agency.data) return <PageFailure failure={agency.error} onRetry={agency.refetch} />
  if (!agency.data) return <Skeleton height={320} radius="md" />
  return <Settings company={{ companyId, isAgency: true }} name={agency.data.data.company_name} />
}

function Settings({ company, name }: { company: SettingsTarget; name?: string }) {
  const t = useT()
  const me = useMe()
  const section = useSearchText('section')
  const open = sections.filter((one) => one.isFor(me, company))
  const tab = open.find(({ key }) => key === section) ?? open[0]!
  const Page = tab.page
  return (
    <>
      <PageHeader title={t('General Settings')} description={<Bdi>{name ?? me.companyName}</Bdi>} />
      <div className={styles.root}>
        <SectionMenu company={company} current={tab.key} />
        <div className={styles.section}>
          <Suspense fallback={<Skeleton height={320} radius="md" />}>
            <Page key={`${tab.key} ${company.companyId}`} company={company} />
          </Suspense>
        </div>
      </div>
    </>
  )
}
