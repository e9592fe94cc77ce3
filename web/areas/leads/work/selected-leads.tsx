import { Button, Menu, Select, TextInput } from '@mantine/core'
import { useEffect, useState } from 'react'
import type { BodyOf } from '#contract/core/operation.ts'
import { bulkUndo_ms, changeLeads, maxBulkLeads, undoLeadChanges } from '#contract/leads/lead-bulk.ts'
import { listLeadAssignees } from '#contract/leads/lead-changes.ts'
import { longestTag } from '#contract/leads/lead-task.ts'
import type { LeadStatus } from '#contract/leads/pipeline.ts'
import { useAction, useCall } from '../../../api/hooks.ts'
import { useFormat } from '../../../i18n/format.ts'
import { useT } from '../../../i18n/texts.tsx'
import { ChosenBar } from '../../../shells/chosen-rows.tsx'
import { FormDialog } from '../../../shells/form-dialog.tsx'
import { notifyDone, notifyFailed } from '../../../shells/notify.tsx'
import { OptionsFailure } from '../../../shells/options-failure.tsx'
import { useServerForm } from '../../../shells/server-form.ts'
import type { ShownLeads } from '../exports/use-exports.ts'
import { shownWork } from './use-lead-change.ts'
import type { LeadSelection } from './use-selection.ts'

type Change = BodyOf<typeof changeLeads>['change']
type Finished = { bulkId: string; changed: number }

type SelectedLeadsProps = {
  companyId: string
  selection: LeadSelection
  pipeline: readonly LeadStatus[]
  /** The list's filter, as the server takes it. */
  shown: () => ShownLeads
  /** How many leads the filter has, and those on the page. */
  total: number
  pageIds: readonly string[]
}

/** What can be done with the selected leads at once; then, for a while, how to undo it. */
export function SelectedLeads({ companyId, selection, pipeline, shown, total, pageIds }: SelectedLeadsProps) {
  const t = useT()
  const format = useFormat()
  const [dialog, setDialog] = useState<'assign' | 'tag' | null>(null)
  const [doneBulk, setDoneBulk] = useState<Finished | null>(null)
  const change = useAction(changeLeads, { invalidates: shownWork })
  const send = async (value: Change): Promise<void> => {
    const { params, query } = shown()
    const { companyId: _company, ...days } = params
    const except = selection.isAll ? [...selection.ids] : []
    const ids = selection.isAll ? [] : [...selection.ids]
    const { data } = await change.mutateAsync({
      params: { companyId },
      body: { ...days, ...query, ids, except, change: value },
    })
    selection.clear()
    if (data.bulk_id === null) return notifyDone(t('The leads were like that already.'))
    setDoneBulk({ bulkId: data.bulk_id, changed: data.changed })
  }
  const setStatus = (status: string): void =>
    void send({ status }).catch((failure: Error) => notifyFailed(failure.message))
  const count = selection.isAll ? total - selection.ids.size : selection.ids.size
  if (count <= 0)
    return (
      doneBulk && (
        <UndoBar key={doneBulk.bulkId} companyId={companyId} doneBulk={doneBulk} onClose={() => setDoneBulk(null)} />
      )
    )
  const hasRest = !selection.isAll && pageIds.some((id) => !selection.ids.has(id))
  const isTooMany = count > maxBulkLeads
  return (
    <ChosenBar
      label={t('Selected leads')}
      count={t('{count, plural, one {# lead selected} other {# leads selected}}', { count })}
      isFull={!selection.isAll && selection.isFull}
      onChooseShown={hasRest ? () => selection.add(pageIds) : null}
      onClear={selection.clear}
      actions={
        <>
          {!selection.isAll && total > pageIds.length && (
            <Button size="xs" variant="default" onClick={selection.selectAll}>
              {t('Select all {number}', { number: format.number(total) })}
            </Button>
          )}
          <Menu>
            <Menu.Target>
              <Button size="xs" loading={change.isPending} disabled={isTooMany}>
                {t('Set status')}
              </Button>
            </Menu.Target>
            <Menu.Dropdown>
              {pipeline.map(({ key, name }) => (
                <Menu.Item key={key} onClick={() => setStatus(key)}>
                  {t(name)}
                </Menu.Item>
              ))}
            </Menu.Dropdown>
          </Menu>
          <Button size="xs" disabled={isTooMany} onClick={() => setDialog('assign')}>
            {t('Assign')}
          </Button>
          <Button size="xs" disabled={isTooMany} onClick={() => setDialog('tag')}>
            {t('Add tag')}
          </Button>
        </>
      }
    >
      {dialog === 'assign' && (
        <AssignDialog
          companyId={companyId}
          clientId={shown().params.clientId}
          send={send}
          onClose={() => setDialog(null)}
        />
      )}
      {dialog === 'tag' && <TagDialog send={send} onClose={() => setDialog(null)} />}
    </ChosenBar>
  )
}

function UndoBar({ companyId, doneBulk, onClose }: { companyId: string; doneBulk: Finished; onClose: () => void }) {
  const t = useT()
  const undo = useAction(undoLeadChanges, {
    invalidates: shownWork,
    onDone: ({ data }) => {
      notifyDone(
        data.skipped === 0
          ? t('The change was undone.')
          : t(
              '{count, plural, one {Undone. # lead was changed again and stays.} other {Undone. # leads were changed again and stay.}}',
              {
                count: data.skipped,
              },
            ),
      )
      onClose()
    },
  })
  useEffect(() => {
    const timer = setTimeout(onClose, bulkUndo_ms)
    return () => clearTimeout(timer)
    // Only the first render starts the time: the bar is shown anew for each change.
    // oxlint-disable-next-line react-hooks/exhaustive-deps
  }, [])
  return (
    <ChosenBar
      label={t('Changed leads')}
      count={t('{count, plural, one {# lead changed} other {# leads changed}}', { count: doneBulk.changed })}
      isFull={false}
      onClear={onClose}
      clearLabel={t('Close')}
      actions={
        <Button
          size="xs"
          loading={undo.isPending}
          onClick={() =>
            undo.mutate(
              { params: { companyId }, body: { bulk_id: doneBulk.bulkId } },
              { onError: ({ message }) => notifyFailed(message) },
            )
          }
        >
          {t('Undo')}
        </Button>
      }
    >
      {null}
    </ChosenBar>
  )
}

type BulkDialogProps = { send: (change: Change) => Promise<void>; onClose: () => void }

function AssignDialog({
  companyId,
  clientId,
  send,
  onClose,
}: BulkDialogProps & { companyId: string; clientId: string }) {
  const t = useT()
  const people = useCall(listLeadAssignees, { params: { companyId, clientId } })
  const server = useServerForm<{ assignee: string | null }, void>({
    initialValues: { assignee: null },
    send: ({ assignee }) => send({ assignee_id: assignee }),
    onDone: onClose,
    fieldNames: { assignee_id: 'assignee' },
  })
  return (
    <FormDialog opened onClose={onClose} title={t('Assign')} form={server} submitLabel={t('Assign')} size="sm">
      <Select
        data-wide
        data-autofocus
        openOnFocus={false}
        label={t('Assignee')}
        placeholder={t('Nobody')}
        data={(people.data?.data ?? []).map(({ id, name }) => ({ value: id, label: name }))}
        searchable
        clearable
        {...server.form.getInputProps('assignee')}
      />
      <OptionsFailure of={people} />
    </FormDialog>
  )
}

function TagDialog({ send, onClose }: BulkDialogProps) {
  const t = useT()
  const server = useServerForm<{ tag: string }, void>({
    initialValues: { tag: '' },
    validate: { tag: (value) => (value.trim() === '' ? t('Enter text.') : null) },
    send: ({ tag }) => send({ tag }),
    onDone: onClose,
    fieldNames: { tags: 'tag', change: 'tag' },
  })
  return (
    <FormDialog opened onClose={onClose} title={t('Add tag')} form={server} submitLabel={t('Add tag')} size="sm">
      <TextInput
        data-wide
        data-autofocus
        label={t('Tags')}
        maxLength={longestTag}
        {...server.form.getInputProps('tag')}
      />
    </FormDialog>
  )
}
