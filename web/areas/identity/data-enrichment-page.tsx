import { Tabs } from '@mantine/core'
import { useNavigate } from '@tanstack/react-router'
import { msg, useT } from '../../i18n/texts.tsx'
import { PageHeader } from '../../shells/page-header.tsx'
import { CompanyRanges } from './company-ranges.tsx'
import { EnhanceLocations } from './enhance-locations.tsx'
import { ImportList } from './import-list.tsx'
import { InformationLists } from './information-lists.tsx'
import { useSearchText } from '../../session/address.ts'
import { searchOf } from '../../session/search.ts'

const parts = [
  { key: 'imports', title: msg('Imports'), part: ImportList },
  { key: 'companies', title: msg('Company ranges'), part: CompanyRanges },
  { key: 'information', title: msg('Advance information'), part: InformationLists },
  { key: 'locations', title: msg('Enhance ID locations'), part: EnhanceLocations },
] as const

/** Data Enrichment (S056, OQ-31): what the identity data contain, and the import of people. */
export function DataEnrichmentPage() {
  const t = useT()
  const navigate = useNavigate()
  const part = useSearchText('part')
  const tab = parts.find(({ key }) => key === part) ?? parts[0]
  const choose = (key: string | null): void =>
    void navigate({ to: '/configuration/data-enrichment', search: searchOf({ part: key ?? undefined }), replace: true })
  return (
    <>
      <PageHeader
        title={t('Data Enrichment')}
        description={t('The people that visits are matched with. Opted-out rows are never imported.')}
      />
      <Tabs value={tab.key} onChange={choose} keepMounted={false}>
        <Tabs.List mb="lg">
          {parts.map(({ key, title }) => (
            <Tabs.Tab key={key} value={key}>
              {t(title)}
            </Tabs.Tab>
          ))}
        </Tabs.List>
        {parts.map(({ key, part: Part }) => (
          <Tabs.Panel key={key} value={key}>
            <Part />
          </Tabs.Panel>
        ))}
      </Tabs>
    </>
  )
}
