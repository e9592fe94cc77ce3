import { Select } from '@mantine/core'
import { useMemo } from 'react'
import { isTimeZone } from '#contract/core/time-zone.ts'
import { msg, useT } from '../../../i18n/texts.tsx'
import { useRefreshMe } from '../../../session/refresh-me.ts'
import { timeZoneOptions } from '../../../ui/time-zones.ts'
import { Loaded } from '../../../shells/settings/loaded.tsx'
import type { SettingsTarget } from '../../../shells/settings/settled.ts'
import { SettingForm, useSetting, useSettingForm, type StoredSetting } from '../../../shells/settings/setting-form.tsx'
import styles from '../../../shells/settings/settings.module.css'

/** A search narrows the list down; all of the world's zones would be slow to draw. */
const maxShown = 80

export function TimeZoneSection({ company }: { company: SettingsTarget }) {
  const storedSetting = useSetting(company, 'timezone')
  return (
    <Loaded of={storedSetting}>
      {({ timezone }) => <TimeZoneForm company={company} storedSetting={storedSetting} zone={timezone} />}
    </Loaded>
  )
}

type TimeZoneFormProps = { company: SettingsTarget; storedSetting: StoredSetting<'timezone'>; zone: string }

/** When a company's billing periods, monthly limits and scheduled reports begin and end (decision 200). */
function TimeZoneForm({ company, storedSetting, zone }: TimeZoneFormProps) {
  const t = useT()
  const refresh = useRefreshMe()
  const zones = useMemo(() => timeZoneOptions(zone), [zone])
  const server = useSettingForm(company, storedSetting, {
    initialValues: { timezone: zone },
    labels: { timezone: msg('Time zone') },
    validate: { timezone: (name: string) => (isTimeZone(name) ? null : t('Choose a time zone.')) },
    bodyOf: (values) => ({ settingName: 'timezone', ...values }),
    isInThePage: false,
    // Schedules, snoozing and new campaigns start from the user's own zone.
    onSaved: () => void refresh(),
  })
  return (
    <SettingForm
      title={t('Time zone')}
      about={
        company.isAgency
          ? t(
              'Invoices, monthly spend caps and scheduled reports of this agency and its clients follow this clock. Campaigns keep their own time zone; new ones start with this one.',
            )
          : t('Commission rates start by this clock. New agencies start with it.')
      }
      server={server}
    >
      <div className={styles.fields}>
        <Select
          label={t('Time zone')}
          data={zones}
          searchable
          limit={maxShown}
          allowDeselect={false}
          nothingFoundMessage={t('No time zone has this name.')}
          {...server.form.getInputProps('timezone')}
        />
      </div>
    </SettingForm>
  )
}
