import { Button, Select, TextInput } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import {
  firstStatusKey,
  longestStatusName,
  maxStatuses,
  readLeadPipeline,
  statusOutcomes,
  statusTones,
  type LeadStatus,
} from '#contract/leads/pipeline.ts'
import { msg, useT } from '../../../i18n/texts.tsx'
import type { ServerForm } from '../../../shells/server-form.ts'
import { Loaded } from '../../../shells/settings/loaded.tsx'
import type { SettingsTarget } from '../../../shells/settings/settled.ts'
import { SettingForm, useSetting, useSettingForm, type StoredSetting } from '../../../shells/settings/setting-form.tsx'
import styles from '../../../shells/settings/settings.module.css'

export function PipelineSection({ company }: { company: SettingsTarget }) {
  const storedSetting = useSetting(company, 'leadpipeline')
  return (
    <Loaded of={storedSetting}>
      {(setting) => <PipelineForm company={company} storedSetting={storedSetting} statuses={setting.statuses} />}
    </Loaded>
  )
}

type PipelineFormProps = {
  company: SettingsTarget
  storedSetting: StoredSetting<'leadpipeline'>
  statuses: LeadStatus[]
}

/** The statuses of an agency's leads. The usual names are shown in the user's language until the agency saves its own. */
function PipelineForm({ company, storedSetting, statuses }: PipelineFormProps) {
  const t = useT()
  const client = useQueryClient()
  const server = useSettingForm(company, storedSetting, {
    initialValues: { statuses: statuses.map((status) => ({ ...status, name: t(status.name) })) },
    labels: { statuses: msg('Lead statuses') },
    validate: (values) =>
      Object.fromEntries(
        values.statuses.flatMap(({ name }, at) =>
          name.trim() === '' ? [[`statuses.${at}.name`, t('Enter a name.')]] : [],
        ),
      ),
    bodyOf: (values) => ({ settingName: 'leadpipeline', ...values }),
    isInThePage: false,
    onSaved: () => {
      void client.invalidateQueries({ queryKey: [readLeadPipeline.name] })
      // The server makes the keys of new statuses.
      storedSetting.reload()
    },
  })
  const { form } = server
  return (
    <SettingForm
      title={t('Lead statuses')}
      about={t(
        'What your clients and your team can set a lead to, in this order. A status that you remove stays on the leads that have it.',
      )}
      server={server}
    >
      {form.values.statuses.map((status, at) => (
        <StatusFields key={status.key || `new-${at}`} server={server} status={status} at={at} />
      ))}
      <div>
        <Button
          variant="default"
          disabled={form.values.statuses.length >= maxStatuses}
          onClick={() => form.insertListItem('statuses', { key: '', name: '', tone: 'plain', outcome: 'open' })}
        >
          {t('Add status')}
        </Button>
      </div>
    </SettingForm>
  )
}

const toneNames = { plain: msg('Gray'), info: msg('Blue'), warn: msg('Amber'), ok: msg('Green'), bad: msg('Red') }
const outcomeNames = { open: msg('Sale open'), won: msg('Sale won'), lost: msg('Sale lost') }

type StatusFieldsProps = { server: ServerForm<{ statuses: LeadStatus[] }>; status: LeadStatus; at: number }

/** One status. The first one stays first, because new leads have it. */
function StatusFields({ server: { form }, status, at }: StatusFieldsProps) {
  const t = useT()
  const title = t('Status {number}', { number: at + 1 })
  const isFirst = status.key === firstStatusKey
  return (
    <div className={styles.fields} role="group" aria-label={title}>
      <TextInput
        label={title}
        description={isFirst ? t('Leads begin with this status.') : undefined}
        inputWrapperOrder={['label', 'input', 'description', 'error']}
        maxLength={longestStatusName}
        withAsterisk
        {...form.getInputProps(`statuses.${at}.name`)}
      />
      <Select
        label={t('Color')}
        data={statusTones.map((tone) => ({ value: tone, label: t(toneNames[tone]) }))}
        allowDeselect={false}
        {...form.getInputProps(`statuses.${at}.tone`)}
      />
      <Select
        label={t('Meaning')}
        data={statusOutcomes.map((outcome) => ({ value: outcome, label: t(outcomeNames[outcome]) }))}
        allowDeselect={false}
        {...form.getInputProps(`statuses.${at}.outcome`)}
      />
      {!isFirst && (
        <div data-wide>
          <Button
            variant="subtle"
            size="compact-sm"
            disabled={at === 1}
            onClick={() => form.reorderListItem('statuses', { from: at, to: at - 1 })}
          >
            {t('Move up')}
          </Button>
          <Button variant="subtle" color="red" size="compact-sm" onClick={() => form.removeListItem('statuses', at)}>
            {t('Remove status')}
          </Button>
        </div>
      )}
    </div>
  )
}
