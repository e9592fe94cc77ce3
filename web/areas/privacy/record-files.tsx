import { Group } from '@mantine/core'
import { useState } from 'react'
import { downloadBrokerRegister, downloadDisclosures } from '#contract/privacy/records.ts'
import { serverNow_ms } from '../../api/server-clock.ts'
import { useT } from '../../i18n/texts.tsx'
import { CsvButton } from '../../shells/download-button.tsx'
import { OwnDays } from '../../shells/day-choice.tsx'
import { dateIn, lastDays, type Days } from '../../shells/last-days.ts'
import { Section } from '../../shells/section.tsx'
import { useDownload } from '../../shells/use-download.ts'

/** Files for authorities and lawyers. */
export function RecordFiles() {
  const t = useT()
  const [days, setDays] = useState<Days>(() => lastDays(dateIn('UTC', serverNow_ms()), 30))
  const disclosures = useDownload(downloadDisclosures)
  const register = useDownload(downloadBrokerRegister)
  return (
    <>
      <Section
        title={t('Record of disclosures')}
        description={t(
          'Which kinds of data of each lead went when to whom, and why: made from leads and deliveries. It names nobody.',
        )}
      >
        <Group gap="xs" align="flex-start">
          <OwnDays {...days} onChoose={setDays} />
          <CsvButton
            label={t('Record of disclosures')}
            busy={disclosures.busy}
            onDownload={(format) => disclosures.start({ params: days, query: { format } })}
          />
        </Group>
      </Section>
      <Section
        title={t('Register of brands')}
        description={t(
          'Every trade name, website and seller, with the page for people’s rights: what data brokers name when they register.',
        )}
      >
        <Group>
          <CsvButton
            label={t('Register of brands')}
            busy={register.busy}
            onDownload={(format) => register.start({ query: { format } })}
          />
        </Group>
      </Section>
    </>
  )
}
