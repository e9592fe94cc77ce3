import { Stack } from '@mantine/core'
import { useT } from '../../i18n/texts.tsx'
import { InOrder } from '../../shells/in-order.tsx'
import { PageHeader } from '../../shells/page-header.tsx'
import { DeletionCycles } from './deletion-cycles.tsx'
import { PrivacyFiguresSection } from './figures-section.tsx'
import { RecordFiles } from './record-files.tsx'

/** `/configuration/privacy-records`: what the operator publishes, keeps and hands to authorities. */
export function PrivacyRecordsPage() {
  const t = useT()
  return (
    <>
      <PageHeader
        title={t('Privacy records')}
        description={t('Figures to publish, the deletion platform’s cycles, and files for authorities.')}
      />
      <Stack gap="md">
        <InOrder>
          <PrivacyFiguresSection />
          <DeletionCycles />
          <RecordFiles />
        </InOrder>
      </Stack>
    </>
  )
}
