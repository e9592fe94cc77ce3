import { Button } from '@mantine/core'
import {
  IconClock,
  IconPencil,
  IconPlayerPause,
  IconPlayerPlay,
  IconPlus,
  IconSend,
  IconTrash,
} from '@tabler/icons-react'
import { useState } from 'react'
import {
  listReportSchedules,
  removeReportSchedule,
  sendReportNow,
  setReportScheduleStatus,
  type ReportSchedule,
} from '#contract/reports/schedules.ts'
import { useAction } from '../../../api/hooks.ts'
import { useT } from '../../../i18n/texts.tsx'
import { useMe } from '../../../session/me.ts'
import { ConfirmAction } from '../../../shells/confirm-action.tsx'
import { EmptyState } from '../../../shells/empty-state.tsx'
import { notifyDone, notifyFailed } from '../../../shells/notify.tsx'
import { PageHeader } from '../../../shells/page-header.tsx'
import { ResourceTable } from '../../../shells/resource-table/resource-table.tsx'
import { ScheduleDialog } from './schedule-dialog.tsx'
import { scheduleColumns } from './schedule-columns.tsx'
import { useRuleText } from './words.ts'

/** Poll, because a run in progress finishes without an event. */
const lookAgain_ms = 5_000

/** An agency's scheduled reports: schedule, recipients, and the result of the last run. */
export function SchedulesPage() {
  const t = useT()
  const me = useMe()
  const [scheduleToEdit, setScheduleToEdit] = useState<ReportSchedule | 'new' | null>(null)
  const [scheduleToRemove, setScheduleToRemove] = useState<ReportSchedule | null>(null)
  const add = (
    <Button leftSection={<IconPlus size={16} />} onClick={() => setScheduleToEdit('new')}>
      {t('Schedule report')}
    </Button>
  )
  return (
    <>
      <PageHeader
        title={t('Scheduled reports')}
        description={t('Reports emailed automatically, in your brand.')}
        actions={add}
      />
      <ResourceTable
        label={t('Scheduled reports')}
        operation={listReportSchedules}
        input={({ page, perPage }) => ({ params: { companyId: me.companyId }, query: { page, perPage } })}
        columns={scheduleColumns(useRowActions(setScheduleToEdit, setScheduleToRemove))}
        rowKey={(row) => row.id}
        refetchEvery_ms={lookAgain_ms}
        empty={
          <EmptyState
            icon={<IconClock size={28} stroke={1.5} />}
            title={t('No scheduled reports yet')}
            hint={t('Choose a report, a schedule and recipients.')}
            action={add}
          />
        }
      />
      {scheduleToEdit && (
        <ScheduleDialog
          schedule={scheduleToEdit === 'new' ? null : scheduleToEdit}
          onClose={() => setScheduleToEdit(null)}
        />
      )}
      {scheduleToRemove && <RemoveSchedule schedule={scheduleToRemove} onClose={() => setScheduleToRemove(null)} />}
    </>
  )
}

function RemoveSchedule({ schedule, onClose }: { schedule: ReportSchedule; onClose: () => void }) {
  const t = useT()
  const { companyId } = useMe()
  const ruleText = useRuleText()
  return (
    <ConfirmAction
      title={t('Remove this scheduled report?')}
      confirmLabel={t('Remove schedule')}
      operation={removeReportSchedule}
      input={{ body: { companyId, schedule_id: schedule.id } }}
      invalidates={[listReportSchedules]}
      onClose={onClose}
    >
      <p>{ruleText(schedule)}</p>
      <p>{t('It will no longer be sent. Reports already sent are unaffected.')}</p>
    </ConfirmAction>
  )
}

/** Row actions of a schedule, most common first. */
function useRowActions(edit: (schedule: ReportSchedule) => void, remove: (schedule: ReportSchedule) => void) {
  const t = useT()
  const { companyId } = useMe()
  const onDone = ({ message }: { message: string }): void => notifyDone(t(message))
  const invalidates = [listReportSchedules]
  const send = useAction(sendReportNow, { invalidates, onDone })
  const set = useAction(setReportScheduleStatus, { invalidates, onDone })
  const onError = (failure: { message: string }): void => notifyFailed(t(failure.message))
  return (schedule: ReportSchedule, name: string) => {
    const body = { companyId, schedule_id: schedule.id }
    const isActive = schedule.status === 'active'
    // A second click would send it twice.
    const runs = ({ isPending, variables }: typeof send | typeof set): boolean =>
      isPending && variables.body.schedule_id === schedule.id
    return [
      {
        icon: IconSend,
        label: t('Send {name} now', { name }),
        onClick: () => send.mutate({ body }, { onError }),
        loading: runs(send),
      },
      {
        icon: isActive ? IconPlayerPause : IconPlayerPlay,
        label: isActive ? t('Pause {name}', { name }) : t('Resume {name}', { name }),
        onClick: () => set.mutate({ body: { ...body, status: isActive ? 'paused' : 'active' } }, { onError }),
        loading: runs(set),
      },
      { icon: IconPencil, label: t('Edit {name}', { name }), onClick: () => edit(schedule) },
      { icon: IconTrash, label: t('Remove {name}', { name }), color: 'red' as const, onClick: () => remove(schedule) },
    ]
  }
}
