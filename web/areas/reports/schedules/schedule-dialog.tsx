import { Select, Switch, TagsInput } from '@mantine/core'
import { reportTimeZone } from '#contract/leads/report-time-zone.ts'
import {
  listReportSchedules,
  saveReportSchedule,
  scheduledDays,
  scheduleEvery,
  type ReportSchedule,
} from '#contract/reports/schedules.ts'
import { kindNames, reportFormats, reportKinds, type ReportKind } from '#contract/reports/table-names.ts'
import type { Module } from '#contract/campaigns/modules.ts'
import { useAction } from '../../../api/hooks.ts'
import { isolate } from '../../../i18n/isolate.ts'
import { useLanguage, useT } from '../../../i18n/texts.tsx'
import { hourText, useWeekdays } from '../../../i18n/weekdays.ts'
import { useMe } from '../../../session/me.ts'
import { modulePlaces } from '../../../session/module.ts'
import { FormDialog } from '../../../shells/form-dialog.tsx'
import { notifyDone } from '../../../shells/notify.tsx'
import { useServerForm, type ServerForm } from '../../../shells/server-form.ts'
import { SearchSelect } from '../../../shells/search-select.tsx'
import { useClientSearch } from '../../../shells/owners/client-search.ts'
import { daysTexts, everyTexts } from './words.ts'

type Values = {
  kind: ReportKind
  clientId: string
  moduleType: string
  costs: boolean
  days: ReportSchedule['days']
  format: ReportSchedule['format']
  language: ReportSchedule['language']
  every: ReportSchedule['every']
  weekday: string
  monthday: string
  hour: string
  recipients: string[]
}

/** Initial values from the report being viewed. */
export type InitialValues = Partial<Pick<Values, 'kind' | 'clientId' | 'moduleType'>>

const valuesOf = (schedule: ReportSchedule | null, initial: InitialValues, language: Values['language']): Values => ({
  kind: schedule?.kind ?? initial.kind ?? 'campaigns',
  clientId: (schedule ? schedule.clientId : initial.clientId) ?? 'all',
  moduleType: (schedule ? schedule.moduleType : initial.moduleType) || 'all',
  costs: schedule?.costs === true,
  days: schedule?.days ?? 'last_7_days',
  format: schedule?.format ?? 'pdf',
  language: schedule?.language ?? language,
  every: schedule?.every ?? 'week',
  weekday: String(schedule?.weekday ?? 1),
  monthday: String(schedule?.monthday ?? 1),
  hour: String(schedule?.hour ?? 9),
  recipients: schedule?.recipients ?? [],
})

/** Adds or edits a scheduled report: which report, when, in which format, and the recipients. */
export function ScheduleDialog({
  schedule,
  initial = {},
  onClose,
}: {
  schedule: ReportSchedule | null
  initial?: InitialValues
  onClose: () => void
}) {
  const t = useT()
  const { companyId, timeZone } = useMe()
  const language = useLanguage() === 'ar' ? 'ar' : 'en'
  const save = useAction(saveReportSchedule, { invalidates: [listReportSchedules] })
  const server = useServerForm<Values, { message: string }>({
    initialValues: valuesOf(schedule, initial, language),
    validate: {
      recipients: (value) => (value.length === 0 ? t('Enter at least one email address.') : null),
    },
    send: ({ costs, weekday, monthday, hour, moduleType, ...values }) =>
      save.mutateAsync({
        body: {
          companyId,
          ...(schedule && { schedule_id: schedule.id }),
          ...values,
          moduleType: moduleType as Module | 'all',
          costs,
          weekday: Number(weekday),
          monthday: Number(monthday),
          hour: Number(hour),
        },
      }),
    onDone: () => {
      notifyDone(t('The report is scheduled.'))
      onClose()
    },
  })
  return (
    <FormDialog
      opened
      onClose={onClose}
      title={schedule ? t('Edit scheduled report') : t('Schedule report')}
      description={t('Sent at times in {zone}, your agency’s time zone. The report’s days are days in {reportZone}.', {
        zone: isolate(timeZone),
        reportZone: isolate(reportTimeZone),
      })}
      form={server}
      submitLabel={t('Save schedule')}
      size="lg"
    >
      <WhatFields form={server.form} />
      <WhenFields form={server.form} />
      <TagsInput
        data-wide
        label={t('Recipients')}
        description={t('Up to ten email addresses. Each gets a separate email.')}
        withAsterisk
        maxTags={10}
        splitChars={[',', ' ', ';', '\n']}
        acceptValueOnBlur
        {...server.form.getInputProps('recipients')}
      />
      <Switch
        data-wide
        label={t('Include wholesale cost and margin')}
        description={t('Only for people in your company: it shows what you pay and keep.')}
        {...server.form.getInputProps('costs', { type: 'checkbox' })}
      />
    </FormDialog>
  )
}

type Form = { form: ServerForm<Values>['form'] }

function WhatFields({ form }: Form) {
  const t = useT()
  const { clientId } = form.values
  const clients = useClientSearch(clientId === 'all' ? '' : clientId)
  return (
    <>
      <Select
        data-autofocus
        label={t('Report')}
        data={reportKinds.map((value) => ({ value, label: t(kindNames[value]) }))}
        allowDeselect={false}
        {...form.getInputProps('kind')}
      />
      <Select
        label={t('Period')}
        data={scheduledDays.map((value) => ({ value, label: t(daysTexts[value]) }))}
        allowDeselect={false}
        {...form.getInputProps('days')}
      />
      <SearchSelect
        {...clients}
        label={t('Client')}
        placeholder={t('All clients')}
        clearable
        onChoose={(clientId) => form.setFieldValue('clientId', clientId ?? 'all')}
      />
      <Select
        label={t('Module')}
        data={[
          { value: 'all', label: t('All modules') },
          ...modulePlaces().map((place) => ({ value: place.module as string, label: place.name })),
        ]}
        allowDeselect={false}
        {...form.getInputProps('moduleType')}
      />
      <Select
        label={t('File')}
        data={reportFormats.map((value) => ({ value, label: value.toUpperCase() }))}
        allowDeselect={false}
        {...form.getInputProps('format')}
      />
      <Select
        label={t('Language')}
        data={[
          { value: 'en', label: 'English' },
          { value: 'ar', label: 'العربية' },
        ]}
        allowDeselect={false}
        {...form.getInputProps('language')}
      />
    </>
  )
}

function WhenFields({ form }: Form) {
  const t = useT()
  const weekdays = useWeekdays()
  const { every } = form.values
  return (
    <>
      <Select
        label={t('How often')}
        data={scheduleEvery.map((value) => ({ value, label: t(everyTexts[value]) }))}
        allowDeselect={false}
        {...form.getInputProps('every')}
      />
      {every === 'week' && (
        <Select label={t('Weekday')} data={weekdays} allowDeselect={false} {...form.getInputProps('weekday')} />
      )}
      {every === 'month' && (
        <Select
          label={t('Day of the month')}
          description={t('In a shorter month, its last day.')}
          data={Array.from({ length: 31 }, (_, n) => String(n + 1))}
          allowDeselect={false}
          {...form.getInputProps('monthday')}
        />
      )}
      <Select
        label={t('Time')}
        data={Array.from({ length: 24 }, (_, hour) => ({ value: String(hour), label: hourText(hour) }))}
        allowDeselect={false}
        {...form.getInputProps('hour')}
      />
    </>
  )
}
